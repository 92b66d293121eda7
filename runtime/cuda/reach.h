/*
 * Memory of the program's that lies where nobody looks for it: the first thread's copies of variables that each thread of the host has
 * (threadprivate, in a program whose host has threads). The device uses them as thread 0's, and some devices reach only what CUDA has
 * registered (memory.h). The host's text names it before main begins; main, or the next region, has it registered.
 */
#include "host.h"

namespace gpump {

struct Wanted {
    std::mutex mutex;
    std::vector<Stretch> stretches;
    std::atomic<bool> has_any{false};
};

/* Made when it is first used, which may be in a constructor. */
static Wanted &wanted()
{
    static Wanted *all = new Wanted;
    return *all;
}

/* Pages that are registered already are left out: variables lie side by side, and none may be registered twice. */
static void reach_pages(uintptr_t start, uintptr_t end)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t from = start = start / page * page;
    for (uintptr_t at = start; at < end; at += page)
        if (is_reachable(reinterpret_cast<void *>(at))) {
            register_stretch(from, at, true);
            from = at + page;
        }
    register_stretch(from, (end + page - 1) / page * page, true);
}

/* At main's begin, and before a region. */
static void reach_wanted()
{
    Wanted &all = wanted();
    if (device().pageable || !all.has_any.load(std::memory_order_acquire))
        return;
    std::lock_guard<std::mutex> lock(all.mutex);
    for (const Stretch &stretch : all.stretches)
        reach_pages(stretch.start, stretch.end);
    all.stretches.clear();
    all.has_any.store(false, std::memory_order_release);
}

} // namespace gpump

extern "C" void gpump_reach(const void *address, size_t size)
{
    gpump::Wanted &all = gpump::wanted();
    std::lock_guard<std::mutex> lock(all.mutex);
    all.stretches.push_back({(uintptr_t)address, (uintptr_t)address + size, nullptr});
    all.has_any.store(true, std::memory_order_release);
}
