/*
 * The device, and what is prepared on it: once, at the first use, the ring of team states, the mailbox, the host's
 * globals and the table of functions; before each region, the copies of threadprivate variables.
 */
#include "host.h"

#include <dlfcn.h>

/* As in host_threads.h. */
extern "C" __attribute__((weak)) decltype(dladdr) dladdr;

namespace gpump {

static const unsigned int STATES = 64;

static bool has_regions;                 /* set before main: there are regions for the device */
static bool functions_ask;               /* and so is this: some function asks which thread runs it */
static gpump_state_t *states;
static unsigned int states_used;
static unsigned char *partials;
static gpump_seldom_t *seldom;
/* The functions that the device code of a program, or of a shared library, may call through pointers. */
struct Functions {
    gpump_function_t *first;
    unsigned int count;
};
/* A program and its libraries have device code of their own, and none calls another's: a kernel has the stack and the registers
   that its own functions need. In the emulator it is the host's code, which may. A library's constructor may be the first to ask. */
static Functions &functions_of(const void *image)
{
    static std::map<const void *, Functions> functions;
#ifdef GPUMP_EMULATOR
    image = nullptr;
#endif
    return functions[image];
}
static gpump_mailbox_t *mailbox;
static gpump_heap_t *heap;

static int attribute(cudaDeviceAttr which, int device)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess) {
        cudaGetLastError(); /* an attribute that this CUDA does not know */
        return 0;
    }
    return value;
}

static std::mutex one_region_at_a_time;

static Device the_device;
static std::atomic<bool> device_is_known;

/* A library has a copy of this text, and uses that of the program which opens it if the program exports its symbols: gpump links it
   so. The first copy that runs leaves a mark, which ends with the process or with exec. */
static void tell_of_other_runtime()
{
    bool is_marked = false;
    if (FILE *maps = fopen("/proc/self/maps", "re")) {
        char line[1024];
        while (!is_marked && fgets(line, sizeof line, maps))
            is_marked = strstr(line, "/memfd:gpump-runtime");
        fclose(maps);
    }
    if (is_marked)
        warn("this process has a second copy of gpump's runtime, since it has opened a library that has one: each has a heap and "
             "settings of its own, and blocks of one are not to be freed in the other; a library shares the program's where gpump has "
             "linked the program, or it was linked with -rdynamic, and dlopen is called without RTLD_DEEPBIND");
    const int file = is_marked ? -1 : memfd_create("gpump-runtime", MFD_CLOEXEC);
    if (file < 0)
        return;
    mmap(nullptr, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE, MAP_SHARED, file, 0);
    close(file);
}

/* CUDA takes the first device in each thread of the host that has named none. */
static cudaError_t use_in_this_thread(int device)
{
    static thread_local int used = 0;
    const cudaError_t error = device == used ? cudaSuccess : cudaSetDevice(device);
    if (error == cudaSuccess)
        used = device;
    return error;
}

/* Without a driver, without a device, or when GPUMP_DEVICE is "host", regions run on the host. Nothing is said of a machine
   that has none; one that has a device which CUDA cannot use is another matter. */
static void look_for_device(Device &found)
{
    const char *wish = getenv("GPUMP_DEVICE");
    int count = 0;
#ifdef GPUMP_EMULATOR
    gpump_emulator_share_memory();
#endif
    tell_of_other_runtime();
    if (wish && !strcmp(wish, "host"))
        return;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        bool none = error == cudaSuccess || error == cudaErrorNoDevice || access("/dev/nvidiactl", F_OK) != 0;
        if (device_is_demanded() || !none)
            cannot_use_device("CUDA finds none", error == cudaSuccess ? cudaErrorNoDevice : error);
        cudaGetLastError();
        return;
    }
    const Place place = place_in_job(job_of_process(), count);
    found.number = place.device;
    found.count = count;
    found.processes = place.processes;
    found.multiprocessors = attribute(cudaDevAttrMultiProcessorCount, found.number);
    found.threads_per_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor, found.number);
    found.pageable = attribute(cudaDevAttrPageableMemoryAccess, found.number);
    found.host_tables = attribute(cudaDevAttrPageableMemoryAccessUsesHostPageTables, found.number);
    found.concurrent = attribute(cudaDevAttrConcurrentManagedAccess, found.number);
    found.registered = attribute(cudaDevAttrCanUseHostPointerForRegisteredMem, found.number);
    /* Threads of a warp that wait for one another, and blocks that do. */
    if (attribute(cudaDevAttrComputeCapabilityMajor, found.number) < 7 || !attribute(cudaDevAttrCooperativeLaunch, found.number)) {
        cannot_use_device("it is of an architecture before sm_70", cudaErrorNotSupported);
        return;
    }
    error = use_in_this_thread(found.number);
    if (error != cudaSuccess) {
        cannot_use_device("it does not start", error);
        return;
    }
    found.present = true;
}

/* Asked once, and before each use, so that the calling thread uses this device. It may be asked again meanwhile: what CUDA allocates as
   it starts goes through here. */
Device &device()
{
    if (device_is_known.load(std::memory_order_acquire)) {
        if (the_device.present)
            check(use_in_this_thread(the_device.number), "cudaSetDevice");
        return the_device;
    }
    static std::recursive_mutex mutex;
    std::lock_guard<std::recursive_mutex> lock(mutex);
    if (!the_device.asked) {
        the_device.asked = true;
        look_for_device(the_device);
        device_is_known.store(true, std::memory_order_release);
    }
    return the_device;
}

/* ---- Registered things ------------------------------------------------------------------------------------- */

/* Whether the program or library that registers a function is the one that has it. */
static bool defines(const gpump_registration_t *entry)
{
    Dl_info function, image;
    return dladdr && dladdr(entry->host, &function) && dladdr(entry->image, &image) && function.dli_fbase == image.dli_fbase;
}

/* The newest ones, too: of a library that the program has opened since. */
static void prepare_registered()
{
    static gpump_registration_t *newest;
    if (newest == registered)
        return;
    newest = registered;
    reach_static_data();
    std::map<Functions *, std::vector<gpump_function_t>> found;
    std::vector<gpump_registration_t *> entries;
    for (gpump_registration_t *entry = registered; entry; entry = entry->next) {
        if (entry->initial)
            continue; /* threadprivate: when the team's size is known */
        if (!entry->is_prepared) {
            entry->prepare(entry);
            check(entry->error, entry->size ? "cudaMemcpyToSymbol" : "cudaMemcpyFromSymbol");
            entry->is_prepared = 1;
        }
        if (entry->size == 0)
            entries.push_back(entry);
    }
    /* Who takes the address of another's function has something in its place, which is not the first of them. */
    std::sort(entries.begin(), entries.end(), [](const gpump_registration_t *a, const gpump_registration_t *b) {
        return a->host != b->host ? a->host < b->host : defines(a) > defines(b);
    });
    for (const gpump_registration_t *entry : entries)
        found[&functions_of(entry->image)].push_back({entry->host, entry->function});
    for (auto &[known, table] : found) {
        if (known->first)
            check(cudaFree(known->first), "cudaFree");
        known->count = (unsigned int)table.size();
        check(cudaMalloc((void **)&known->first, table.size() * sizeof table[0]), "cudaMalloc");
        check(cudaMemcpy(known->first, table.data(), table.size() * sizeof table[0], cudaMemcpyHostToDevice), "cudaMemcpy");
    }
}

static unsigned int threadprivate_is_ready; /* for teams of so many threads */

/* How many threads can have copies: these may take a quarter of the process's share of the memory that the device has free. Found once; a file that
   is loaded later has its variables in what is left. */
unsigned int threads_with_copies()
{
    static const unsigned int most = [] {
        size_t each = 0, available = 0, total = 0;
        for (gpump_registration_t *entry = registered; entry; entry = entry->next)
            if (entry->initial)
                each += entry->size;
        if (each == 0 || cudaMemGetInfo(&available, &total) != cudaSuccess)
            return UINT_MAX;
        return (unsigned int)std::min(available / device().processes / 4 / each + 1, (size_t)UINT_MAX);
    }();
    return most;
}

/* Every thread of a team but the first has a copy. A larger team than any before gets more; those that there are keep
   their values (2.8.2: the threads' values persist). The host reaches them, too: a program may keep their addresses. */
static void prepare_threadprivate(unsigned int threads)
{
    if (threads <= threadprivate_is_ready)
        return;
    threadprivate_is_ready = threads;
    for (gpump_registration_t *entry = registered; entry; entry = entry->next) {
        if (!entry->initial || (entry->copies >= threads - 1 && entry->threadprivate.host))
            continue;
        gpump_threadprivate_t &where = entry->threadprivate;
        size_t size = entry->size;
        unsigned char *old = where.copies;
        unsigned int wanted = std::max(threads - 1, 1u);
        where.copies = static_cast<unsigned char *>(shared_pages(wanted * size));
        if (!where.copies)
            fail("there is no memory for the threadprivate variables of %u threads, %zu bytes each", threads, size);
        if (old)
            check(cudaMemcpy(where.copies, old, entry->copies * size, cudaMemcpyDefault), "cudaMemcpy");
        /* The first value, doubled until all have it. */
        unsigned int from = entry->copies, made = 1;
        check(cudaMemcpy(where.copies + from * size, entry->initial, size, cudaMemcpyDefault), "cudaMemcpy");
        while (from + made < wanted) {
            unsigned int more = std::min(made, wanted - from - made);
            check(cudaMemcpy(where.copies + (from + made) * size, where.copies + from * size, more * size,
                             cudaMemcpyDefault),
                  "cudaMemcpy");
            made += more;
        }
        if (old)
            free_shared_pages(old, entry->copies * size);
        entry->copies = wanted;
        where.host = const_cast<void *>(entry->host);
        where.size = size;
        entry->prepare(entry);
        check(entry->error, "cudaMemcpyToSymbol");
    }
}

/* ---- Team states ---------------------------------------------------------------------------------------------- */

/* CUDA knows how much stack a kernel needs, but for recursion and calls through pointers: those have what is set here for
   each thread that the device holds. GPUMP_STACK sets it, in KiB. Otherwise a thirty-second of the process's share of
   the device's memory is left to it, which is 16 KiB for each thread of an H200. */
static void prepare_stack()
{
#ifndef GPUMP_EMULATOR
    size_t available = 0, total = 0, size = 0;
    const char *wish = getenv("GPUMP_STACK");
    if (wish) {
        size = (size_t)positive(wish) << 10;
        if (size == 0)
            warn("GPUMP_STACK is \"%s\", and should be a positive number", wish);
    }
    if (size == 0) {
        check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo");
        size = std::max((size_t)1024, std::min(total / device().processes / 32 / device().capacity() / 1024 * 1024, (size_t)65536));
    }
    if (cudaDeviceSetLimit(cudaLimitStackSize, size) != cudaSuccess) {
        cudaGetLastError();
        if (wish)
            warn("the device has no memory for GPUMP_STACK=%s", wish);
    }
#endif
}

static void prepare_device()
{
    static bool done = false;
    reach_wanted();
    if (done) {
        prepare_registered();
        return;
    }
    done = true;
    prepare_stack();
    reach_static_data();
    /* A team never has more blocks than fit on the device. */
    size_t blocks = (size_t)device().capacity() / SMALLEST_BLOCK;
    check(cudaMalloc((void **)&states, STATES * sizeof *states), "cudaMalloc");
    check(cudaMalloc((void **)&partials, blocks * GPUMP_PARTIAL_SETS * GPUMP_PARTIAL_BYTES), "cudaMalloc");
    check(cudaMalloc((void **)&seldom, (size_t)device().capacity() * sizeof *seldom), "cudaMalloc");
    mailbox = make_mailbox();
    make_after();
    heap = device_heap();
    prepare_registered();
    states_used = STATES;
}

static gpump_state_t *next_state()
{
    if (states_used == STATES) {
        check(cudaMemset(states, 0, STATES * sizeof *states), "cudaMemset");
        states_used = 0;
    }
    return &states[states_used++];
}

} // namespace gpump

extern "C" {

/* Before main, so before anything can have changed the variable. */
void gpump_register(gpump_registration_t *entry, int is_threadprivate)
{
    if (is_threadprivate) {
        entry->initial = malloc(entry->size);
        if (!entry->initial)
            gpump::fail("no memory left for a threadprivate variable's first value");
        memcpy(entry->initial, entry->host, entry->size);
    }
    entry->next = gpump::registered;
    gpump::registered = entry;
    gpump::threadprivate_is_ready = 0;
}

int gpump_functions_ask_for_threads(void)
{
    return gpump::functions_ask = true;
}

int gpump_know(gpump_region_t *region)
{
    return gpump::has_regions = region->is_known = true;
}

int gpump_has_device(void)
{
    return !gpump::is_outside_of_main() && gpump::device().present && gpump::device_heap();
}

} /* extern "C" */
