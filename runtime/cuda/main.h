/*
 * main, where the program was linked with --wrap=main: on a device that does not reach the host's pages it runs on a stack that the
 * device reaches, in managed memory where both sides may use that at the same time, and else in registered memory.
 */
#include "host.h"

#include <sys/mman.h>
#include <sys/resource.h>

namespace gpump {

struct Start {
    int argc;
    char **argv, **environment;
    int (*main)(int, char **, char **);
    int status;
};

static void run_main(void *argument)
{
    Start *start = static_cast<Start *>(argument);
    start->status = start->main(start->argc, start->argv, start->environment);
}

/* As large as the system's limit says, if it says one (ulimit -s). It is address space, but CUDA gives no more managed memory than it
   has room for somewhere: so no more than a sixteenth of the device's memory. */
static size_t stack_size()
{
    static const size_t UNLIMITED = (size_t)1 << 30;
    size_t available = 0, total = 0;
    check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
    const size_t most = std::max(total / 16, (size_t)8 << 20) / 65536 * 65536;
    rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::min(UNLIMITED, most);
    if (limit.rlim_cur > most)
        note("main's stack has %zu MiB, which the device reaches, and not the %zu MiB of `ulimit -s`", most >> 20,
             (size_t)limit.rlim_cur >> 20);
    return limit.rlim_cur >= most ? most : (size_t)limit.rlim_cur / 65536 * 65536 + 65536;
}

/* A stack that is used up runs into memory without access, if nothing else lies below it already. Managed memory itself cannot be
   protected. */
static void guard(void *stack)
{
    const size_t size = 1 << 20;
#ifdef MAP_FIXED_NOREPLACE
    void *below = static_cast<char *>(stack) - size;
    void *memory = mmap(below, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory != MAP_FAILED && memory != below)
        munmap(memory, size); /* a kernel that does not know the flag */
#else
    (void)stack, (void)size;
#endif
}

/* Can system calls read and write there? In some sandboxes they cannot reach managed memory, and a program gives them
   variables on its stack all the time. */
static bool kernel_reaches(void *memory)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return true;
    bool done = write(ends[1], memory, 1) == 1 && read(ends[0], memory, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return done;
}

/* A stack that the device reaches, or null. */
static void *shared_stack(size_t size)
{
    void *memory = nullptr;
    if (device().concurrent && cudaMallocManaged(&memory, size) == cudaSuccess) {
        if (kernel_reaches(memory)) {
            shared_main_stack = {(uintptr_t)memory, (uintptr_t)memory + size, "the stack"};
            guard(memory);
            return memory;
        }
        cudaFree(memory);
    }
    cudaGetLastError();
    const size_t below = 1 << 20; /* without access, for a stack that is used up */
    memory = device().registered ? map_pages(below + size) : nullptr;
    if (memory) {
        mprotect(memory, below, PROT_NONE);
        memory = static_cast<char *>(memory) + below;
    }
    if (!memory || cudaHostRegister(memory, size, cudaHostRegisterMapped) != cudaSuccess) {
        cudaGetLastError();
        return nullptr;
    }
    reached().push_back({(uintptr_t)memory, (uintptr_t)memory + size, "the stack"});
    return memory;
}

/* The command line lies above the stack that the system has made, where the device does not reach it. It is copied to the end of
   this stack, where it stays as long as CUDA does. What is left of the stack's size. */
static size_t move_command_line(Start &start, void *stack, size_t size)
{
    size_t room = (size_t)(start.argc + 1) * sizeof *start.argv;
    for (int i = 0; i < start.argc; i++)
        room += strlen(start.argv[i]) + 1;
    room = (room + 4095) / 4096 * 4096;
    if (room > size / 2)
        return size;
    char **words = reinterpret_cast<char **>(static_cast<char *>(stack) + size - room);
    char *text = reinterpret_cast<char *>(words + start.argc + 1);
    for (int i = 0; i < start.argc; i++) {
        words[i] = text;
        text = stpcpy(text, start.argv[i]) + 1;
    }
    words[start.argc] = nullptr;
    start.argv = words;
    if (on_shared_stack((uintptr_t)words))
        moved_command_line = (uintptr_t)words;
    return size - room;
}

#ifdef __GLIBC__
static void exit_again(void *status)
{
    exit(*static_cast<int *>(status));
}

/* What the program registered later has been called. What it registered earlier, and CUDA's end, follow. */
static void leave_shared_stack(int status, void *)
{
    if (on_shared_stack((uintptr_t)__builtin_frame_address(0)))
        call_at_exit(exit_again, &status);
}
#endif

} // namespace gpump

extern "C" {

/* The program's main, where it was linked with --wrap=main. */
int __wrap_main(int argc, char **argv, char **environment)
{
    using namespace gpump;
    Start start = {argc, argv, environment, __real_main, 0};
    main_has_begun = true;
    atexit([] { main_has_ended = true; }); /* called behind all that the program registers from here on */
    if (device().present && device().pageable && !device().host_tables)
        dl_iterate_phdr(take_from_file, nullptr);
    take_over_from_constructors();
    if (!device().present || device().pageable || !gpump_has_device())
        return start.main(argc, argv, environment);
    reach_static_data();
    reach_wanted();
    size_t size = stack_size();
    void *stack = shared_stack(size);
    main_has_shared_stack = stack != nullptr;
    if (stack)
        size = move_command_line(start, stack, size);
#ifdef __GLIBC__
    on_exit(leave_shared_stack, nullptr);
#endif
    if (!call_on_stack(stack, size, run_main, &start))
        return start.main(argc, start.argv, environment); /* a pointer to the stack is told when a region needs it */
    return start.status;
}

} /* extern "C" */
