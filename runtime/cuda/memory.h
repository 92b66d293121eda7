/*
 * One address space: a pointer means the same on both sides, and the device reaches what it points to.
 *
 * What that takes depends on the device.
 *
 * (a) It reaches the host's pages (pageableMemoryAccess: with ATS on Grace, with HMM elsewhere): next to nothing. Static
 *     variables, the stack, the C library's own blocks, all can be used in a region. With HMM pages that belong to a file do not
 *     move to the device, so variables with an initial value are given others.
 *
 * (b) It does not. Then
 *       - malloc and its kin, called in translated files, take from a heap in managed memory (heap.h). A block that
 *         some library allocates stays the host's.
 *       - main runs on a stack in managed memory, where both sides may use that at the same time, and else on one in
 *         registered memory (stacks.h). Linked with --wrap=main, the program begins here.
 *       - the program's static data is registered with CUDA, page by page where it lies.
 *     What is not reached then ends in a message that names the pointer and the region (launch.h).
 *
 * In both cases the heap is the one of heap.h, so that the device may allocate and free. Its size is bounded by what the device
 * has free, which the processes of a parallel job share. A device that gives no memory for it
 * is none to gpump: this is said once, and regions run on the host.
 */
#include "heap.h"
#include "host.h"

#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace gpump {

/* ---- The heap ------------------------------------------------------------------------------------------------------ */

static gpump_heap_t *the_heap;
static bool heap_is_ready, heap_is_being_made;
static std::recursive_mutex heap_mutex;

/* How many processes of a parallel job run on this machine, as those who start such jobs tell them: Open MPI, MVAPICH, MPICH and
   Intel MPI, Cray's PALS, and Slurm ("4", or "4(x2),1" for machines of several kinds: then the most). All use the first device that they
   see. */
static size_t processes_of_job()
{
    for (const char *name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MV2_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "PALS_LOCAL_SIZE",
                             "SLURM_STEP_TASKS_PER_NODE"}) {
        const char *text = getenv(name);
        unsigned long most = 0;
        while (text && isdigit((unsigned char)*text)) {
            char *end;
            most = std::max(most, strtoul(text, &end, 10));
            text = strchr(end, ',');
            text = text ? text + 1 : nullptr;
        }
        if (most != 0)
            return std::min(most, 4096ul);
    }
    return 1;
}

/* Address space; what is not touched is not there. GPUMP_HEAP sets it, in MiB. More managed memory than the device has can
   bring a machine to a stand, so the processes of a job share what is free. How much the host has says nothing: a virtual machine
   may be given more as it uses it. */
static size_t heap_size(size_t available)
{
    const size_t processes = processes_of_job();
    const size_t most = device().host_tables ? (size_t)1 << 40
                        : !device().concurrent /* all of it lies on the device, from the beginning */
                            ? available / 2 / processes
                            : available / 8 * 7 / processes >> 20 << 20;
    const char *value = getenv("GPUMP_HEAP");
    if (!value)
        return most;
    const long long number = positive(value, value + strlen(value));
    if (number == 0) {
        warn("GPUMP_HEAP is \"%s\", and should be a positive number of MiB", value);
        return most;
    }
    if ((unsigned long long)number <= most >> 20)
        return (size_t)number << 20;
    if (device().host_tables)
        warn("GPUMP_HEAP is %lld MiB; the heap has %zu, the most that it can have", number, most >> 20);
    else if (processes > 1)
        warn("GPUMP_HEAP is %lld MiB; the heap has %zu, this process's share of the %zu that the device has free for %zu processes",
             number, most >> 20, available >> 20, processes);
    else
        warn("GPUMP_HEAP is %lld MiB; the heap has %zu, which is what it may take of the %zu that the device has free", number,
             most >> 20, available >> 20);
    return most;
}

static void *map_pages(size_t size)
{
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? nullptr : memory;
}

/* Memory that both sides reach at one address. */
static void *shared_pages(size_t size)
{
    void *memory = nullptr;
    if (device().host_tables)
        return map_pages(size);
    if (cudaMallocManaged(&memory, size) != cudaSuccess) {
        cudaGetLastError();
        return nullptr;
    }
    return memory;
}

/* Called at the first malloc, so perhaps before main. Null when there is no device, or none that can be used: then the C
   library does. */
static gpump_heap_t *make_heap()
{
    if (!device().present)
        return nullptr;
    size_t available = 0, total = 0;
    cudaError_t error = cudaMemGetInfo(&available, &total); /* CUDA really begins here */
    if (error != cudaSuccess) {
        cannot_use_device("it does not start", error);
        return nullptr;
    }
    size_t size = heap_size(available);
    unsigned char *memory = nullptr;
    while (size >= (1u << 20) && !(memory = static_cast<unsigned char *>(shared_pages(size))))
        size /= 2;
    if (!memory) {
        cannot_use_device("there is no memory that host and device share", cudaErrorMemoryAllocation);
        return nullptr;
    }
    return gpump_heap_make(memory, size); /* the size is no less than that */
}

/* The device has ended within a region, perhaps where one of its threads had the heap's lock. From here on the program's blocks
   are the C library's, and those of the heap stay as they are. */
static std::atomic<bool> heap_is_left;

static void leave_heap()
{
    heap_is_left.store(true, std::memory_order_release);
}

/* CUDA allocates, too, while it starts; what comes meanwhile is the C library's. */
static gpump_heap_t *heap_now()
{
    if (heap_is_left.load(std::memory_order_acquire))
        return nullptr;
    if (__atomic_load_n(&heap_is_ready, __ATOMIC_ACQUIRE))
        return the_heap;
    std::lock_guard<std::recursive_mutex> lock(heap_mutex);
    if (heap_is_being_made || heap_is_ready)
        return the_heap;
    heap_is_being_made = true;
    the_heap = make_heap();
    heap_is_being_made = false;
    __atomic_store_n(&heap_is_ready, true, __ATOMIC_RELEASE);
    return the_heap;
}

static gpump_heap_t *device_heap()
{
    return heap_now();
}

static gpump_registration_t *registered; /* by objects that are made before main (data.h) */

/* ---- What the device reaches ------------------------------------------------------------------------------------------ */

struct Stretch {
    uintptr_t start, end;
    const char *what;
};
static std::vector<Stretch> reached; /* registered by us */
static Stretch shared_main_stack;    /* managed memory */

static bool on_shared_stack(uintptr_t address)
{
    return address >= shared_main_stack.start && address < shared_main_stack.end;
}

static bool is_reachable(const void *address)
{
    if (gpump_heap_has(the_heap, address) || on_shared_stack((uintptr_t)address))
        return true;
    for (const Stretch &stretch : reached)
        if ((uintptr_t)address >= stretch.start && (uintptr_t)address < stretch.end)
            return true;
    cudaPointerAttributes attributes;
    if (cudaPointerGetAttributes(&attributes, address) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    return attributes.type != cudaMemoryTypeUnregistered;
}

static bool main_has_shared_stack;

/* Where the calling thread's stack ends of which a frame is; 0 if that is not known. */
static uintptr_t end_of_stack(uintptr_t frame)
{
    if (on_shared_stack(frame))
        return shared_main_stack.end;
    static thread_local Stretch own;
    if (own.end == 0) {
        pthread_attr_t attributes;
        void *start = nullptr;
        size_t size = 0;
        own = {1, 1, nullptr};
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            if (pthread_attr_getstack(&attributes, &start, &size) == 0)
                own = {(uintptr_t)start, (uintptr_t)start + size, nullptr};
            pthread_attr_destroy(&attributes);
        }
    }
    return frame >= own.start && frame < own.end ? own.end : 0;
}

/* A stretch of the program's own memory. Where the device cannot promise only to read, pages that may not be written are
   made writable while CUDA takes hold of them. */
static void register_stretch(uintptr_t start, uintptr_t end, bool writable)
{
    void *memory = reinterpret_cast<void *>(start);
    if (start >= end)
        return;
    unsigned int flags = cudaHostRegisterMapped;
    bool done = cudaHostRegister(memory, end - start, writable ? flags : flags | cudaHostRegisterReadOnly) == cudaSuccess;
    if (!done && !writable && mprotect(memory, end - start, PROT_READ | PROT_WRITE) == 0) {
        done = cudaHostRegister(memory, end - start, flags) == cudaSuccess;
        mprotect(memory, end - start, PROT_READ);
    }
    cudaGetLastError(); /* what could not be registered is told when a region needs it */
    if (done)
        reached.push_back({start, end, "static data"});
}

/* What lies in the segments of a program, or of a library. A part of the writable one is protected once
   the dynamic linker has filled it in (PT_GNU_RELRO). */
template <class F> static void for_each_segment(const dl_phdr_info *info, const F &function)
{
    const uintptr_t PAGE = (uintptr_t)sysconf(_SC_PAGESIZE);
    auto first = [&](const ElfW(Phdr) & segment) { return (info->dlpi_addr + segment.p_vaddr) / PAGE * PAGE; };
    uintptr_t fixed_start = 0, fixed_end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &segment = info->dlpi_phdr[i];
        if (segment.p_type != PT_GNU_RELRO)
            continue;
        fixed_start = first(segment);
        fixed_end = (info->dlpi_addr + segment.p_vaddr + segment.p_memsz) / PAGE * PAGE;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) &segment = info->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X))
            continue;
        uintptr_t start = first(segment);
        uintptr_t end_of_file = (info->dlpi_addr + segment.p_vaddr + segment.p_filesz + PAGE - 1) / PAGE * PAGE;
        uintptr_t end = (info->dlpi_addr + segment.p_vaddr + segment.p_memsz + PAGE - 1) / PAGE * PAGE;
        bool writable = segment.p_flags & PF_W;
        if (writable && fixed_start < end && fixed_end > start) {
            function(start, fixed_start, fixed_start, true);
            function(std::max(start, fixed_start), std::min(end, fixed_end), end_of_file, false);
            start = std::min(end, fixed_end);
        }
        function(start, end, end_of_file, writable);
    }
}

static void register_segments(const dl_phdr_info *info)
{
    static std::vector<uintptr_t> done;
    if (std::find(done.begin(), done.end(), info->dlpi_addr) != done.end())
        return;
    done.push_back(info->dlpi_addr);
    for_each_segment(info, [](uintptr_t start, uintptr_t end, uintptr_t, bool writable) {
        register_stretch(start, end, writable);
    });
}

static bool has_variable(const dl_phdr_info *info, const void *address)
{
    bool found = false;
    for_each_segment(info, [&](uintptr_t start, uintptr_t end, uintptr_t, bool) {
        found |= (uintptr_t)address >= start && (uintptr_t)address < end;
    });
    return found;
}

/* The program's own static data, and that of libraries which gpump has translated: the addresses of their variables are in tables
   that lie there, too. The first object is the program. */
static int register_translated(dl_phdr_info *info, size_t, void *is_first)
{
    bool is_translated = *static_cast<bool *>(is_first);
    *static_cast<bool *>(is_first) = false;
    for (gpump_registration_t *entry = registered; entry && !is_translated; entry = entry->next)
        is_translated = has_variable(info, entry->host);
    if (is_translated)
        register_segments(info);
    return 0;
}

/* The static data of another library, when a region is given a pointer to it. */
static bool reach_library_data(const void *address)
{
    if (!device().registered)
        return false;
    dl_iterate_phdr(
        [](dl_phdr_info *info, size_t, void *address) {
            const bool is_there = has_variable(info, address);
            if (is_there)
                register_segments(info);
            return (int)is_there;
        },
        const_cast<void *>(address));
    return is_reachable(address);
}

static const char *describe_memory(const void *address)
{
    pthread_attr_t attributes;
    void *stack = nullptr;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &stack, &size);
        pthread_attr_destroy(&attributes);
        if (address >= stack && address < static_cast<char *>(stack) + size)
            return main_has_shared_stack ? "it lies on the stack of a thread that the program has made"
                                         : "it lies on the stack, and the program was linked without --wrap=main";
    }
    const bool is_static = dl_iterate_phdr(
        [](dl_phdr_info *info, size_t, void *address) { return (int)has_variable(info, address); },
        const_cast<void *>(address));
    return is_static ? "it is static data, which CUDA does not register"
                     : "the memory comes from a part of the program that gpump has not translated";
}

/* The variables' pages that were read from the program's file become pages of no file, with what they contain now. At the
   begin of main, when nobody else writes there. */
static int take_from_file(dl_phdr_info *info, size_t, void *)
{
    for_each_segment(info, [](uintptr_t start, uintptr_t, uintptr_t end_of_file, bool writable) {
        if (!writable || start >= end_of_file)
            return;
        size_t size = end_of_file - start;
        void *place = reinterpret_cast<void *>(start), *copy = map_pages(size);
        if (!copy)
            return;
        memcpy(copy, place, size);
        if (mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, place) == MAP_FAILED)
            munmap(copy, size);
    });
    return 1;
}

static void reach_static_data()
{
    bool is_first = true;
    if (!device().pageable && device().registered)
        dl_iterate_phdr(register_translated, &is_first);
}

/* ---- main, and what is called before and behind it -------------------------------------------------------------------------------------------------------------- */

/* Constructors run while CUDA does not know all kernels yet, and destructors when it may have taken its memory back: NVIDIA leaves
   open what its functions do there. So regions in them run on the host. A program that was linked without --wrap=main
   does not tell when its main begins. */
static bool main_has_begun, main_has_ended;

extern "C" int __real_main(int argc, char **argv, char **environment) __attribute__((weak));

static bool is_outside_of_main()
{
    return main_has_ended || (__real_main && !main_has_begun);
}

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
    reached.push_back({(uintptr_t)memory, (uintptr_t)memory + size, "the stack"});
    return memory;
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
    if (!device().present || device().pageable || !gpump_has_device())
        return start.main(argc, argv, environment);
    reach_static_data();
    size_t size = stack_size();
    void *stack = shared_stack(size);
    main_has_shared_stack = stack != nullptr;
#ifdef __GLIBC__
    on_exit(leave_shared_stack, nullptr);
#endif
    if (!call_on_stack(stack, size, run_main, &start))
        return start.main(argc, argv, environment); /* a pointer to the stack is told when a region needs it */
    return start.status;
}

} /* extern "C" */
