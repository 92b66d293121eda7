/*
 * Before main: constructors run while CUDA does not know all kernels yet, and NVIDIA leaves open what its functions do there. So
 * nothing of CUDA's is called: regions run on the host, and what constructors allocate is ordinary memory. The same holds for
 * destructors, when CUDA may have taken its memory back. A program that was linked without --wrap=main does not tell when its main
 * begins.
 *
 *   - malloc and its kin take from a heap of their own. On a device that does not reach the host's pages main has CUDA register what
 *     has been taken of it: a region reaches these blocks over the bus.
 *   - Variables that lie in the heap (gpump_put_into_heap) have places for the time being. main gives them others, in the heap that
 *     host and device share. Where a constructor has changed one, it may have kept its address as well: it stays where it
 *     is, and is registered.
 */
#include "heap.h"
#include "host.h"

#include <fcntl.h>
#include <sys/mman.h>

namespace gpump {

/* ---- When it is ------------------------------------------------------------------------------------------------- */

static bool main_has_begun, main_has_ended;

extern "C" int __real_main(int argc, char **argv, char **environment) __attribute__((weak));

static bool is_before_main()
{
    return __real_main && !main_has_begun;
}

static bool is_outside_of_main()
{
    return main_has_ended || is_before_main();
}

/* ---- The heap of constructors ------------------------------------------------------------------------------------ */

static void *map_pages(size_t size)
{
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

static gpump_heap_t *early_heap;

/* Null where there is no memory for it. */
static gpump_heap_t *heap_of_constructors()
{
    static gpump_heap_t *const heap = [] {
        const size_t size = (size_t)1 << 30; /* what is not touched is not there */
        void *memory = map_pages(size);
        return memory ? gpump_heap_make(memory, size) : nullptr;
    }();
    return early_heap = heap;
}

/* ---- Variables that lie in the heap -------------------------------------------------------------------------------- */

/* From how many bytes on it is worth the calls to leave pages alone. */
static const size_t LEAST_LAZY = (size_t)1 << 20;

static bool are_zeros(const unsigned char *memory, size_t size)
{
    return memory[0] == 0 && !memcmp(memory, memory + 1, size - 1);
}

/* The same of mapped memory, without touching pages that nobody has touched yet: there may be more of them than memory. */
static bool are_zeros_still(const unsigned char *memory, size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const int map = size < LEAST_LAZY ? -1 : open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    if (map < 0)
        return are_zeros(memory, size);
    bool all = true;
    for (size_t at = 0; at < size && all;) {
        uint64_t entries[512];
        const ssize_t found = pread(map, entries, sizeof entries, (off_t)(((uintptr_t)memory + at) / page * sizeof *entries));
        if (found < (ssize_t)sizeof *entries) {
            all = are_zeros(memory + at, size - at);
            break;
        }
        for (size_t i = 0; i < found / sizeof *entries && at < size && all; i++, at += page)
            if (entries[i] >> 62) /* in memory, or swapped out */
                all = are_zeros(memory + at, std::min(page, size - at));
    }
    close(map);
    return all;
}

struct EarlyPlace {
    unsigned char *memory;
    size_t size;
    const void *image; /* or null, for zeros */

    bool is_as_it_was() const
    {
        return image ? !memcmp(memory, image, size) : are_zeros_still(memory, size);
    }
    /* Whoever uses the old address all the same ends by SIGSEGV. */
    void leave() const
    {
        mmap(memory, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    }
};

/* Called in constructors of the highest priority, when no variable with a constructor is there yet. */
struct EarlyVariables {
    std::vector<void (*)()> functions;
    std::vector<EarlyPlace> places;
    size_t moved = 0;
};

static EarlyVariables &early_variables()
{
    static EarlyVariables all;
    return all;
}

static void *early_place(size_t size, const void *image)
{
    unsigned char *memory = static_cast<unsigned char *>(map_pages(size));
    if (!memory)
        return nullptr;
    early_variables().places.push_back({memory, size, image});
    return image ? memcpy(memory, image, size) : memory;
}

} // namespace gpump
