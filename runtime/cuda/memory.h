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
 *       - main runs on a stack that the device reaches (main.h).
 *       - the program's static data is registered with CUDA, page by page where it lies.
 *     What is not reached then ends in a message that names the pointer and the region (launch.h).
 *
 * In both cases the heap is the one of heap.h, so that the device may allocate and free. Its size is bounded by what the device
 * has free, which the processes that use it share (job.h). A device that gives no memory for it
 * is none to gpump: this is said once, and regions run on the host.
 */
#include "heap.h"
#include "host.h"

#include <link.h>
#include <pthread.h>
#include <sys/mman.h>

namespace gpump {

/* ---- The heap ------------------------------------------------------------------------------------------------------ */

static gpump_heap_t *the_heap;
static bool heap_is_ready, heap_is_being_made;
static std::recursive_mutex heap_mutex;

/* Address space; what is not touched is not there. GPUMP_HEAP sets it, in MiB. More managed memory than the device has can
   bring a machine to a stand, so the processes of a job share what is free. How much the host has says nothing: a virtual machine
   may be given more as it uses it. */
static size_t heap_size(size_t available)
{
    const size_t processes = device().processes;
    const size_t most = device().host_tables ? (size_t)1 << 40
                        : !device().concurrent /* all of it lies on the device, from the beginning */
                            ? available / 2 / processes
                            : available / 8 * 7 / processes >> 20 << 20;
    const char *value = getenv("GPUMP_HEAP");
    if (!value)
        return most;
    const long long number = positive(value);
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

static void free_shared_pages(void *memory, size_t size)
{
    if (device().host_tables)
        munmap(memory, size);
    else
        check(cudaFree(memory), "cudaFree");
}

/* For whoever wants to see that a job's processes are where they should be. The device's number is among those that the process sees;
   its address on the bus is the same for all. */
static void show_device(size_t heap)
{
    const Device &used = device();
    const Job job = job_of_process();
    cudaDeviceProp properties = {};
    check(cudaGetDeviceProperties(&properties, used.number), "cudaGetDeviceProperties");
    fprintf(stderr, "gpump: process %lu of %lu on this machine: device %d of %d (%s, %04x:%02x:%02x), shared by %lu; heap of %zu MiB\n",
            job.rank, job.processes, used.number, used.count, properties.name, (unsigned int)properties.pciDomainID,
            (unsigned int)properties.pciBusID, (unsigned int)properties.pciDeviceID, used.processes, heap >> 20);
}

/* Called at the first malloc in main or behind its begin. Null when there is no device, or none that can be used: then the C
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
    gpump_heap_t *made = gpump_heap_make(memory, size); /* the size is no less than that */
    if (boolean("GPUMP_SHOW_DEVICE"))
        show_device(size);
    if (early_heap)
        made->generators = early_heap->generators;
    return made;
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
    if (is_before_main())
        return heap_of_constructors();
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
/* Registered by us. */
static std::vector<Stretch> &reached()
{
    static std::vector<Stretch> stretches;
    return stretches;
}
static Stretch shared_main_stack;    /* managed memory */
static uintptr_t moved_command_line; /* where its words begin there; 0 where they are the system's */

static bool on_shared_stack(uintptr_t address)
{
    return address >= shared_main_stack.start && address < shared_main_stack.end;
}

static bool is_reachable(const void *address)
{
    if (gpump_heap_has(the_heap, address) || on_shared_stack((uintptr_t)address))
        return true;
    for (const Stretch &stretch : reached())
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
        reached().push_back({start, end, "static data"});
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

} // namespace gpump
