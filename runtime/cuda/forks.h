/*
 * fork, where a part of the program's memory is CUDA's.
 *
 * CUDA's memory does not go to a process that fork makes: the heap is missing there, and main's stack, where that is in managed memory
 * (memory.h), so that the child ends before fork returns. Here fork runs on a stack of its own (stacks.h). The child gets ordinary memory
 * at the same addresses, with what the parent had there. It has no device: its regions run on the host.
 *
 * A heap of more than a gigabyte is not copied, for most children call exec at once. Who uses it all the same is told.
 *
 * vfork, posix_spawn, system and popen need none of this: their children share the parent's memory until they call exec.
 */
#include "host.h"

#include <sys/mman.h>

#ifdef __GLIBC__

extern "C" pid_t __fork(void);

namespace gpump {

/* A stretch of CUDA's memory, and the parts of it that are in use. */
struct Inherited {
    struct Part {
        unsigned char *place;
        size_t size;
    };
    unsigned char *start = nullptr;
    size_t size = 0, used = 0;
    std::vector<Part> parts;
    unsigned char *copy = nullptr;

    void add(void *place, size_t bytes)
    {
        parts.push_back({static_cast<unsigned char *>(place), bytes});
        used += bytes;
    }
    void keep()
    {
        unsigned char *to = copy = used ? static_cast<unsigned char *>(map_pages(used)) : nullptr;
        for (const Part &part : parts)
            if (copy)
                memcpy(to, part.place, part.size), to += part.size;
    }
    /* In the child. Without a copy nothing may be touched. */
    bool lay_out() const
    {
        const int access = copy ? PROT_READ | PROT_WRITE : PROT_NONE;
        const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
        const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)start / page * page;
        const size_t whole = (uintptr_t)start + size - first;
        if (size && mmap(reinterpret_cast<void *>(first), whole, access, flags, -1, 0) == MAP_FAILED)
            return false;
        const unsigned char *from = copy;
        for (const Part &part : parts)
            if (copy)
                memcpy(part.place, from, part.size), from += part.size;
        return true;
    }
    void forget()
    {
        if (copy)
            munmap(copy, used);
        *this = Inherited();
    }
};

/* Not on the program's stack. One thread forks at a time. */
static Inherited inherited_stack, inherited_heap;
static gpump_heap_t heap_head;
static pid_t forked;
static std::mutex one_fork_at_a_time;

static void tell_of_heap(int signal_number, siginfo_t *what, void *)
{
    const unsigned char *place = static_cast<unsigned char *>(what->si_addr);
    if (place >= inherited_heap.start && place < inherited_heap.start + inherited_heap.size)
        fail("a process that fork has made has used %p, a block of a heap that was too large to be copied for it: its "
             "memory is CUDA's, which only the parent has",
             what->si_addr);
    signal(signal_number, SIG_DFL); /* the instruction is tried again */
}

static void live_without_device()
{
    static unsigned char stack[65536];
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    the_device.present = false;
    leave_heap();
    if (inherited_heap.copy || !inherited_heap.size)
        return;
    /* Which blocks are the heap's is known all the same. */
    const uintptr_t head = (uintptr_t)the_heap / page * page;
    mprotect(reinterpret_cast<void *>(head), (uintptr_t)(the_heap + 1) - head, PROT_READ | PROT_WRITE);
    memcpy(static_cast<void *>(the_heap), &heap_head, sizeof heap_head);
    stack_t other = {};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action = {};
    action.sa_sigaction = tell_of_heap;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, nullptr);
}

static void fork_here(void *)
{
    static const char sorry[] = "gpump: error: a process that fork has made has no memory for what is CUDA's\n";
    forked = __fork();
    if (forked != 0)
        return;
    if (!inherited_stack.lay_out() || !inherited_heap.lay_out()) {
        (void)!write(2, sorry, sizeof sorry - 1);
        _exit(GPUMP_STATUS);
    }
    live_without_device();
}

/* `frame` is the caller's. What call_on_stack keeps lies a little below it. Of the shared stack another thread may know the command
   line. */
static void note_inherited(uintptr_t frame)
{
    static const size_t BELOW = 65536, MOST = (size_t)1 << 30;
    const uintptr_t from = on_shared_stack(frame) ? std::max(frame - BELOW, shared_main_stack.start) : moved_command_line;
    if (from) {
        inherited_stack.start = reinterpret_cast<unsigned char *>(shared_main_stack.start);
        inherited_stack.size = shared_main_stack.end - shared_main_stack.start;
        inherited_stack.add(reinterpret_cast<void *>(from), shared_main_stack.end - from);
    }
    inherited_heap.start = reinterpret_cast<unsigned char *>(the_heap);
    inherited_heap.size = (size_t)(the_heap->stop - inherited_heap.start);
    gpump_heap_lock(the_heap);
    memcpy(static_cast<void *>(&heap_head), the_heap, sizeof heap_head);
    unsigned int known = 0; /* grains in front of the free ones at the end */
    for (unsigned int at = 0, grains; at < the_heap->grains; at += grains) {
        grains = std::max(the_heap->ranges[at].grains, 1u);
        if (the_heap->ranges[at].state == GPUMP_HEAP_FREE)
            continue;
        inherited_heap.add(the_heap->start + at * GPUMP_HEAP_GRAIN, grains * GPUMP_HEAP_GRAIN);
        known = at + grains;
    }
    const unsigned int units = (known + GPUMP_HEAP_UNIT_GRAINS - 1) / GPUMP_HEAP_UNIT_GRAINS;
    inherited_heap.add(the_heap, sizeof *the_heap);
    inherited_heap.add(the_heap->ranges, units * GPUMP_HEAP_UNIT_GRAINS * sizeof *the_heap->ranges);
    inherited_heap.add(the_heap->slabs, units * sizeof *the_heap->slabs);
    if (inherited_heap.used <= MOST)
        inherited_heap.keep();
    gpump_heap_unlock(the_heap);
}

static void keep_and_fork(void *)
{
    inherited_stack.keep();
    fork_here(nullptr);
    if (forked == 0 && !inherited_heap.copy)
        return; /* tell_of_heap needs to know where it was */
    inherited_stack.forget();
    inherited_heap.forget();
}

} // namespace gpump

/* In place of the C library's, for the program and its libraries. */
extern "C" __attribute__((weak)) pid_t fork(void) noexcept
{
    using namespace gpump;
    if (!__atomic_load_n(&heap_is_ready, __ATOMIC_ACQUIRE) || !the_heap || !the_device.present)
        return __fork();
    if (the_device.host_tables) { /* the heap is ordinary memory */
        const pid_t child = __fork();
        the_device.present = child != 0;
        return child;
    }
    static void *stack = make_stack();
    /* The device changes nothing meanwhile, and some hosts may not touch its memory while it runs. Behind an exit in a region nothing
       runs there, and the mutex is taken for ever. */
    std::unique_lock<std::mutex> no_region(one_region_at_a_time, std::defer_lock);
    if (!program_ends())
        no_region.lock();
    std::lock_guard<std::mutex> lock(one_fork_at_a_time);
    const uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
    note_inherited(frame);
    if (!on_shared_stack(frame) || !call_on_stack(stack, OWN_STACK, keep_and_fork, nullptr))
        keep_and_fork(nullptr);
    return forked;
}

#endif
