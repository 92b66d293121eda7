/*
 * Running a function on another stack of the same thread.
 *
 * main may have a stack that the device reaches (memory.h), and that is no place for everything. While a region runs the
 * host looks at the mailbox all the time: on the program's stack each look would take back the page that the region's
 * threads have just fetched. And what CUDA hands to the operating system lies on the stack that CUDA is called on; a
 * sandbox's system calls may not reach managed memory. So a region is launched and waited for on a stack of the
 * runtime's, and so is all that happens behind exit, for by then CUDA may have taken its memory back.
 *
 * The thread stays the program's first one, with the thread's variables where they were. A second thread would not do: the
 * C library keeps what it knows of a thread on top of that thread's stack, and the kernel refuses to wait for a word in
 * managed memory (a futex that is not private asks for a page that belongs to a file or to the process), so nobody could
 * wait for its end.
 */
#include "host.h"

#include <sys/mman.h>
#ifdef __GLIBC__
#include <ucontext.h>
#endif

namespace gpump {

struct StackCall {
    void (*function)(void *);
    void *argument;
};

#ifdef __GLIBC__
/* makecontext hands on integers only. */
static void start_stack_call(unsigned int high, unsigned int low)
{
    const StackCall *call = reinterpret_cast<const StackCall *>((uintptr_t)((unsigned long long)high << 32 | low));
    call->function(call->argument);
}
#endif

/* False when the C library cannot do it; then nothing has been done. */
static bool call_on_stack(void *stack, size_t size, void (*function)(void *), void *argument)
{
#ifdef __GLIBC__
    StackCall call = {function, argument};
    ucontext_t here, there;
    if (!stack || getcontext(&there) != 0)
        return false;
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = size;
    there.uc_link = &here;
    unsigned long long where = (unsigned long long)reinterpret_cast<uintptr_t>(&call);
    makecontext(&there, reinterpret_cast<void (*)()>(start_stack_call), 2, (unsigned int)(where >> 32),
                (unsigned int)where);
    return swapcontext(&here, &there) == 0;
#else
    (void)stack, (void)size, (void)function, (void)argument;
    return false;
#endif
}

/* A stack of ordinary memory, or null. What is not touched is not there. */
static const size_t OWN_STACK = (size_t)8 << 20;

static void *make_stack()
{
    void *memory = mmap(nullptr, OWN_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return nullptr;
    mprotect(memory, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE);
    return memory;
}

/* For regions, of which one runs at a time. Where the device uses the host's page tables no page moves, and any stack will
   do. */
static void call_for_region(void (*function)(void *), void *argument)
{
    static void *stack = device().host_tables ? nullptr : make_stack();
    if (!call_on_stack(stack, OWN_STACK, function, argument))
        function(argument);
}

/* For what does not return. */
static void call_at_exit(void (*function)(void *), void *argument)
{
    if (!call_on_stack(make_stack(), OWN_STACK, function, argument))
        function(argument);
}

} // namespace gpump
