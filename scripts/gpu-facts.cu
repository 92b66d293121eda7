/*
 * What gpump's runtime builds on, asked of the machine itself: `scripts/gpu-check facts` compiles this with nvcc and runs
 * each part as a process of its own, for some of it may fail, or wait for ever, where a device or a sandbox is not as
 * expected. A part prints lines "what: value"; what CUDA refuses is a value like any other.
 */
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

static double now()
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void say(const char *what, const char *value)
{
    printf("%s: %s\n", what, value);
    fflush(stdout);
}

static void say(const char *what, double value, const char *unit)
{
    printf("%s: %.6g %s\n", what, value, unit);
    fflush(stdout);
}

static const char *name_of(cudaError_t error)
{
    return error == cudaSuccess ? "yes" : cudaGetErrorName(error);
}

/* Says so where a call fails. */
static bool worked(const char *what, cudaError_t error)
{
    if (error != cudaSuccess)
        say(what, name_of(error));
    return error == cudaSuccess;
}

/* The least of some tries, in seconds. */
template <class F> static double best_of(int tries, const F &function)
{
    double best = 1e9;
    for (int i = 0; i < tries; i++) {
        double start = now();
        function();
        best = std::min(best, now() - start);
    }
    return best;
}

/* ---- Kernels ---- */

__global__ void nothing() {}

__global__ void set(volatile int *place, int value) { *place = value; }

__global__ void add_one(unsigned int *counter) { atomicAdd(counter, 1u); }

__global__ void fill(unsigned long long *words, size_t count, unsigned long long value)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < count; i += (size_t)gridDim.x * blockDim.x)
        words[i] = value + i;
}

__global__ void wait_for_grid(int times)
{
    for (int i = 0; i < times; i++)
        cooperative_groups::this_grid().sync();
}

__global__ void answer(volatile unsigned int *question, volatile unsigned int *reply, unsigned int times)
{
    for (unsigned int i = 1; i <= times; i++) {
        while (*question != i)
            ;
        __threadfence_system();
        *reply = i;
    }
}

/* Writes until the host has changed the other word, or for long enough. */
__global__ void spin(volatile unsigned int *mine, volatile unsigned int *stop)
{
    for (unsigned int i = 1; *stop == 0 && i < 20000000; i++)
        *mine = i;
}

/* A deep enough call that the compiler cannot see through. */
__device__ __noinline__ int deep(volatile int *n, int depth)
{
    volatile char room[512];
    room[depth % 512] = (char)depth;
    return depth <= 0 ? room[0] : deep(n, depth - *n) + room[depth % 512];
}
__global__ void use_stack(volatile int *n, int depth, int *result) { *result = deep(n, depth); }

/* ---- Parts ---- */

static void device()
{
    int count = 0, version = 0;
    double start = now();
    cudaError_t error = cudaGetDeviceCount(&count);
    say("CUDA's start", (now() - start) * 1e3, "ms");
    if (!worked("devices", error))
        return;
    cudaDriverGetVersion(&version);
    say("driver's CUDA", version / 1000.0, "");
    cudaRuntimeGetVersion(&version);
    say("runtime's CUDA", version / 1000.0, "");
    static const struct {
        const char *name;
        cudaDeviceAttr which;
    } attributes[] = {{"computeCapabilityMajor", cudaDevAttrComputeCapabilityMajor},
                      {"computeCapabilityMinor", cudaDevAttrComputeCapabilityMinor},
                      {"multiProcessorCount", cudaDevAttrMultiProcessorCount},
                      {"maxThreadsPerMultiProcessor", cudaDevAttrMaxThreadsPerMultiProcessor},
                      {"cooperativeLaunch", cudaDevAttrCooperativeLaunch},
                      {"pageableMemoryAccess", cudaDevAttrPageableMemoryAccess},
                      {"pageableMemoryAccessUsesHostPageTables", cudaDevAttrPageableMemoryAccessUsesHostPageTables},
                      {"managedMemory", cudaDevAttrManagedMemory},
                      {"concurrentManagedAccess", cudaDevAttrConcurrentManagedAccess},
                      {"directManagedMemAccessFromHost", cudaDevAttrDirectManagedMemAccessFromHost},
                      {"hostNativeAtomicSupported", cudaDevAttrHostNativeAtomicSupported},
                      {"canUseHostPointerForRegisteredMem", cudaDevAttrCanUseHostPointerForRegisteredMem},
                      {"hostRegisterSupported", cudaDevAttrHostRegisterSupported},
                      {"hostRegisterReadOnlySupported", cudaDevAttrHostRegisterReadOnlySupported},
                      {"computePreemptionSupported", cudaDevAttrComputePreemptionSupported},
                      {"computeMode", cudaDevAttrComputeMode}};
    for (const auto &attribute : attributes) {
        int value = 0;
        if (worked(attribute.name, cudaDeviceGetAttribute(&value, attribute.which, 0)))
            say(attribute.name, value, "");
    }
    size_t available = 0, total = 0;
    start = now();
    error = cudaMemGetInfo(&available, &total);
    say("a context's start", (now() - start) * 1e3, "ms");
    if (worked("memory", error)) {
        say("device's memory", (double)total / (1 << 30), "GiB");
        say("of which free", (double)available / (1 << 30), "GiB");
    }
}

static void launch()
{
    int *place = nullptr;
    if (!worked("cudaMalloc", cudaMalloc(&place, 64)))
        return;
    double start = now();
    nothing<<<1, 32>>>();
    cudaError_t error = cudaDeviceSynchronize();
    say("first launch", (now() - start) * 1e3, "ms");
    if (!worked("launch", error))
        return;
    auto polled = [] {
        nothing<<<1, 32>>>();
        while (cudaStreamQuery(0) == cudaErrorNotReady)
            ;
    };
    say("launch and wait, polling", best_of(1000, polled) * 1e6, "us");
    nothing<<<1, 32>>>();
    say("a poll of a running kernel or an idle stream", best_of(1000, [] { cudaStreamQuery(0); }) * 1e6, "us");
    cudaDeviceSynchronize();
    int blocks = 0, processors = 0, times = 100;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, wait_for_grid, 256, 0);
    void *arguments[] = {&times};
    auto cooperative = [&] {
        error = cudaLaunchCooperativeKernel((const void *)wait_for_grid, dim3(blocks * processors), dim3(256), arguments, 0, 0);
        if (error == cudaSuccess)
            error = cudaDeviceSynchronize();
    };
    times = 0;
    cooperative();
    if (!worked("cooperative launch", error))
        return;
    double empty = best_of(20, cooperative);
    say("cooperative launch of all threads, and wait", empty * 1e6, "us");
    times = 100;
    say("a barrier of all threads", (best_of(5, cooperative) - empty) / times * 1e6, "us");
    start = now();
    error = cudaDeviceSetLimit(cudaLimitStackSize, 16384);
    say("a stack of 16 KiB for each thread", name_of(error));
    say("to set it", (now() - start) * 1e3, "ms");
    size_t before = 0, after = 0, total = 0;
    cudaMemGetInfo(&before, &total);
    start = now();
    int one = 1;
    cudaMemcpy(place, &one, sizeof one, cudaMemcpyHostToDevice);
    use_stack<<<1, 1>>>(place, 20, place + 4);
    error = cudaDeviceSynchronize();
    cudaMemGetInfo(&after, &total);
    say("a recursion of 20 calls", name_of(error));
    say("first launch with it", (now() - start) * 1e3, "ms");
    say("memory that it took then", ((double)before - (double)after) / (1 << 20), "MiB");
}

static int zero_data[1 << 20], some_data[1024] = {1};
static const int constant_data[1024] = {1};

static void registered(const char *what, void *memory, size_t size, unsigned int flags, bool writable)
{
    double start = now();
    cudaError_t error = cudaHostRegister(memory, size, flags);
    double took = now() - start;
    printf("cudaHostRegister of %s: %s, %.3g ms\n", what, name_of(error), took * 1e3);
    if (error != cudaSuccess) {
        cudaGetLastError();
        return;
    }
    void *there = nullptr;
    cudaHostGetDevicePointer(&there, memory, 0);
    printf("    at the same address: %s\n", there == memory ? "yes" : "no");
    if (!writable)
        return;
    set<<<1, 1>>>(static_cast<int *>(memory), 42);
    error = cudaDeviceSynchronize();
    printf("    written by the device: %s\n",
           error != cudaSuccess ? name_of(error) : *static_cast<volatile int *>(memory) == 42 ? "yes" : "not seen");
    unsigned int *counter = static_cast<unsigned int *>(memory);
    *counter = 0;
    add_one<<<256, 256>>>(counter);
    error = cudaDeviceSynchronize();
    printf("    65536 additions by the device come to: %u, %s\n", *counter, name_of(error));
}

static void registration()
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    auto pages = [&](void *memory) { return reinterpret_cast<void *>(reinterpret_cast<uintptr_t>(memory) / page * page); };
    registered("static data without a value", zero_data, sizeof zero_data, cudaHostRegisterMapped, true);
    registered("a page with initialised data", pages(some_data), page, cudaHostRegisterMapped, false);
    registered("a page of constants, to read", pages(const_cast<int *>(constant_data)), page,
               cudaHostRegisterMapped | cudaHostRegisterReadOnly, false);
    void *anonymous = mmap(nullptr, 8 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    registered("8 MiB of fresh memory", anonymous, 8 << 20, cudaHostRegisterMapped, true);
    volatile unsigned int *words = nullptr;
    if (!worked("cudaHostAlloc", cudaHostAlloc((void **)&words, 4096, cudaHostAllocMapped)))
        return;
    words[0] = words[64] = 0;
    const unsigned int times = 1000;
    answer<<<1, 1>>>(words, words + 64, times);
    double start = now(), end = start + 10;
    unsigned int done = 0;
    for (unsigned int i = 1; i <= times && now() < end; i++) {
        words[0] = i;
        while (words[64] != i && now() < end)
            ;
        done += words[64] == i;
    }
    if (done == times)
        say("a question of the device's to the host, and the answer", (now() - start) / times * 1e6, "us");
    else
        say("a question of the device's to the host", "NO ANSWER IS SEEN WHILE THE KERNEL RUNS");
    for (unsigned int i = done + 1; i <= times; i++) /* lets the kernel end */
        words[0] = i, usleep(100);
}

/* Whether the kernel has the page in the process's tables: 1, 0, or -1 where nobody can tell. */
static int is_here(void *address)
{
    static int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    unsigned long long entry = 0;
    off_t place = (off_t)(reinterpret_cast<uintptr_t>(address) / (uintptr_t)sysconf(_SC_PAGESIZE) * sizeof entry);
    if (file < 0 || pread(file, &entry, sizeof entry, place) != (ssize_t)sizeof entry)
        return -1;
    return entry >> 63;
}

static cudaError_t send(void *memory, size_t size)
{
#if CUDART_VERSION >= 13000
    cudaMemLocation where = {};
    where.type = cudaMemLocationTypeDevice;
    return cudaMemPrefetchAsync(memory, size, where, 0, 0);
#else
    return cudaMemPrefetchAsync(memory, size, 0, 0);
#endif
}

/* How memory that both sides use moves: of either kind. */
static void moves(unsigned char *memory, size_t size)
{
    unsigned long long *words = reinterpret_cast<unsigned long long *>(memory);
    auto rate = [&](const char *what, double seconds) { say(what, (double)size / seconds * 1e-9, "GB/s"); };
    auto by_device = [&](unsigned long long value) {
        fill<<<1024, 256>>>(words, size / 8, value);
        return cudaDeviceSynchronize();
    };
    double start = now();
    memset(memory, 1, size);
    rate("the host writes it first", now() - start);
    say("its pages are here (pagemap)", is_here(memory), "");
    start = now();
    if (!worked("the device writes it", by_device(1)))
        return;
    rate("the device fetches and writes it, page by page", now() - start);
    start = now();
    by_device(2);
    rate("the device writes it again", now() - start);
    say("its pages are here (pagemap), now that the device has them", is_here(memory), "");
    start = now();
    *words = 0;
    say("the host takes one page back", (now() - start) * 1e6, "us");
    start = now();
    set<<<1, 1>>>(reinterpret_cast<int *>(memory), 3);
    cudaDeviceSynchronize();
    say("the device takes one page back, launch included", (now() - start) * 1e6, "us");
    start = now();
    unsigned long long sum = 0;
    for (size_t i = 0; i < size / 8; i += 512)
        sum += words[i];
    rate("the host fetches it", now() - start);
    say("of which right", sum != 0 && words[size / 8 - 1] == 2 + size / 8 - 1 ? "yes" : "NO");
    start = now();
    cudaError_t error = send(memory, size);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    say("it can be sent to the device", name_of(error));
    if (error == cudaSuccess) {
        rate("it is sent to the device", now() - start);
        start = now();
        send(memory, size);
        cudaDeviceSynchronize();
        say("it is sent when it is there already", (now() - start) * 1e6, "us");
        start = now();
        by_device(4);
        rate("the device writes it then", now() - start);
    }
    cudaGetLastError();
}

static void managed()
{
    size_t available = 0, total = 0;
    if (!worked("memory", cudaMemGetInfo(&available, &total)))
        return;
    unsigned char *large = nullptr, *memory = nullptr;
    double start = now();
    cudaError_t error = cudaMallocManaged(&large, available / 8 * 7);
    say("addresses for 7/8 of what is free", name_of(error));
    say("to get them", (now() - start) * 1e3, "ms");
    cudaGetLastError();
    const size_t size = (size_t)256 << 20;
    if (error == cudaSuccess)
        memory = large;
    else if (!worked("cudaMallocManaged of 256 MiB", cudaMallocManaged(&memory, size)))
        return;
    int ends[2];
    memory[0] = 1;
    if (pipe(ends) == 0)
        say("system calls read and write there",
            write(ends[1], memory, 1) == 1 && read(ends[0], memory, 1) == 1 ? "yes" : "NO");
    moves(memory + ((size_t)2 << 20), size);
    unsigned int *counter = reinterpret_cast<unsigned int *>(memory);
    *counter = 0;
    start = now();
    add_one<<<1024, 256>>>(counter);
    error = cudaDeviceSynchronize();
    double took = now() - start;
    printf("262144 additions by the device come to: %u, %s, %.3g us\n", *counter, name_of(error), took * 1e6);
}

/* The last of all, for where it does not work the process is lost. */
static void concurrent()
{
    unsigned int *memory = nullptr;
    volatile unsigned int *stop = nullptr;
    if (!worked("cudaMallocManaged", cudaMallocManaged(&memory, 4 << 20)) ||
        !worked("cudaHostAlloc", cudaHostAlloc((void **)&stop, 4096, cudaHostAllocMapped)))
        return;
    *stop = 0;
    memset(memory, 0, 4 << 20);
    spin<<<1, 1>>>(memory, stop);
    double start = now();
    unsigned int changes = 0, before = 0;
    while (now() - start < 0.5) {
        unsigned int seen = *static_cast<volatile unsigned int *>(memory);
        changes += seen != before;
        before = seen;
        memory[1 << 18] = seen; /* another page of the same block of pages */
    }
    *stop = 1;
    say("host and device use one page at once: the host sees changes", changes, "in 0.5 s");
    say("the kernel ends", name_of(cudaDeviceSynchronize()));
}

static void pageable()
{
    int access = 0;
    cudaDeviceGetAttribute(&access, cudaDevAttrPageableMemoryAccess, 0);
    if (!access) {
        say("the device reaches the host's own memory", "no");
        return;
    }
    int local = 0;
    const struct {
        const char *name;
        int *place;
    } places[] = {{"a static variable", zero_data}, {"one with a value", some_data}, {"the stack", &local}};
    for (const auto &place : places) {
        double start = now();
        set<<<1, 1>>>(place.place, 7);
        cudaError_t error = cudaDeviceSynchronize();
        printf("the device writes %s: %s, %.3g us\n", place.name,
               error != cudaSuccess                                   ? name_of(error)
               : *static_cast<volatile int *>(place.place) == 7 ? "yes"
                                                                      : "not seen",
               (now() - start) * 1e6);
    }
    const size_t size = (size_t)256 << 20;
    moves(static_cast<unsigned char *>(aligned_alloc(2 << 20, size)), size);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)();
    } parts[] = {{"device", device},     {"launch", launch},         {"registration", registration},
                 {"managed", managed}, {"pageable", pageable}, {"concurrent", concurrent}};
    for (const auto &part : parts) {
        if (argc == 2 && !strcmp(argv[1], part.name)) {
            part.run();
            return 0;
        }
    }
    fprintf(stderr, "usage: gpu-facts PART, one of:");
    for (const auto &part : parts)
        fprintf(stderr, " %s", part.name);
    fprintf(stderr, "\n");
    return 2;
}
