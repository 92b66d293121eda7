/*
 * The host's side of the runtime API. A copy is checked against where its two ends really lie: on a GPU a
 * wrong direction may work by chance, here it is an error.
 */
#include "internal.h"

#include <time.h>

struct gpump_emulator_stream {};
struct gpump_emulator_event {
    double milliseconds;
};

using namespace gpump_emulator;

static cudaError_t last_error = cudaSuccess;

static cudaError_t remembered(cudaError_t error)
{
    if (error)
        last_error = error;
    return error;
}

/* Every function begins so: a test may ask that it fails. */
#define GPUMP_EMULATOR_ENTER(name, error) \
    do {                                  \
        if (told_to_fail(name))           \
            return remembered(error);     \
    } while (0)

/* The devices share one memory, in which a fault would not show: what one thread of the host does on a device, another may not go on
   with on another. */
static thread_local int current_device;

static void use_device(const char *function)
{
    static std::atomic<int> first{-1};
    int none = -1;
    if (!first.compare_exchange_strong(none, current_device) && none != current_device)
        fault(text("%s on device %d, and the program has begun on device %d", function, current_device, none), nullptr);
}

static double now()
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

/* ---- memory ---- */

cudaError_t cudaMalloc(void **pointer, size_t size)
{
    GPUMP_EMULATOR_ENTER("cudaMalloc", cudaErrorMemoryAllocation);
    use_device("cudaMalloc");
    if (!pointer)
        return remembered(cudaErrorInvalidValue);
    *pointer = size ? device_memory().allocate(size) : nullptr;
    return remembered(*pointer || !size ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaFree(void *pointer)
{
    GPUMP_EMULATOR_ENTER("cudaFree", cudaErrorInvalidDevicePointer);
    run_pending_launches();
    if (!pointer || device_memory().release(pointer) || managed_memory().release(pointer))
        return cudaSuccess;
    note(text("cudaFree of 0x%lx, which is ", (unsigned long)reinterpret_cast<uintptr_t>(pointer)) +
         describe_address(reinterpret_cast<uintptr_t>(pointer), 1));
    return remembered(cudaErrorInvalidDevicePointer);
}

cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int)
{
    GPUMP_EMULATOR_ENTER("cudaMallocManaged", cudaErrorMemoryAllocation);
    use_device("cudaMallocManaged");
    if (!pointer || !size)
        return remembered(cudaErrorInvalidValue);
    *pointer = managed_memory().allocate(size);
    return remembered(*pointer ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int)
{
    GPUMP_EMULATOR_ENTER("cudaMallocHost", cudaErrorMemoryAllocation);
    *pointer = size ? managed_memory().allocate(size) : nullptr;
    return remembered(*pointer || !size ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    return cudaMallocHost(pointer, size, flags);
}

cudaError_t cudaFreeHost(void *pointer)
{
    run_pending_launches();
    return remembered(!pointer || managed_memory().release(pointer) ? cudaSuccess : cudaErrorInvalidValue);
}

static std::map<uintptr_t, size_t> &registered_memory()
{
    static std::map<uintptr_t, size_t> *all = new std::map<uintptr_t, size_t>;
    return *all;
}

cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int)
{
    GPUMP_EMULATOR_ENTER("cudaHostRegister", cudaErrorInvalidValue);
    if (!pointer || !size)
        return remembered(cudaErrorInvalidValue);
    bool added = registered_memory().insert({reinterpret_cast<uintptr_t>(pointer), size}).second;
    return remembered(added ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void *pointer)
{
    run_pending_launches();
    bool removed = registered_memory().erase(reinterpret_cast<uintptr_t>(pointer)) != 0;
    return remembered(removed ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer)
{
    uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
    auto after = registered_memory().upper_bound(address);
    bool registered = after != registered_memory().begin() && address < std::prev(after)->first + std::prev(after)->second;
    const bool managed = managed_memory().contains(address) || watched_heap().contains(address);
    attributes->type = device_memory().contains(address) ? cudaMemoryTypeDevice
                       : managed                         ? cudaMemoryTypeManaged
                       : registered                      ? cudaMemoryTypeHost
                                                         : cudaMemoryTypeUnregistered;
    attributes->device = 0;
    attributes->devicePointer = attributes->hostPointer = const_cast<void *>(pointer);
    return cudaSuccess;
}

/* One end of a copy: on the side that the kind says, and within one live block when it is the device's. */
static bool end_is_wrong(const char *which, const void *pointer, size_t size, bool on_device, bool either)
{
    uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
    bool device = device_memory().contains(address);
    bool symbol = is_device_variable(address, size);
    if (managed_memory().contains(address)) {
        if (managed_memory().is_live(address, size))
            return false;
    } else if (device) {
        if ((on_device || either) && device_memory().is_live(address, size))
            return false;
    } else if (either || symbol || !on_device) {
        return false;
    }
    note(text("cudaMemcpy of %zu bytes: the %s at 0x%lx should be on the %s and is ", size, which,
              (unsigned long)address, on_device ? "device" : "host") +
         describe_address(address, size));
    return true;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind)
{
    GPUMP_EMULATOR_ENTER("cudaMemcpy", cudaErrorInvalidValue);
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return remembered(cudaErrorInvalidMemcpyDirection);
    run_pending_launches();
    if (!size)
        return cudaSuccess;
    bool either = kind == cudaMemcpyDefault;
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (end_is_wrong("destination", to, size, to_device, either) ||
        end_is_wrong("source", from, size, from_device, either))
        return remembered(cudaErrorInvalidValue);
    Door door;
    memmove(to, from, size);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t)
{
    return cudaMemcpy(to, from, size, kind);
}

cudaError_t cudaMemset(void *pointer, int value, size_t size)
{
    GPUMP_EMULATOR_ENTER("cudaMemset", cudaErrorInvalidValue);
    run_pending_launches();
    if (!size)
        return cudaSuccess;
    if (end_is_wrong("destination", pointer, size, true, false))
        return remembered(cudaErrorInvalidValue);
    Door door;
    memset(pointer, value, size);
    return cudaSuccess;
}

cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t)
{
    return cudaMemset(pointer, value, size);
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    GPUMP_EMULATOR_ENTER("cudaMemGetInfo", cudaErrorInvalidValue);
    use_device("cudaMemGetInfo");
    *total = settings().memory;
    *available = settings().memory - device_memory().used();
    return cudaSuccess;
}

/* One line for each. Only managed memory can be sent to the device, and pageable memory where it says so. */
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, cudaMemLocation where, unsigned int flags, cudaStream_t)
{
    GPUMP_EMULATOR_ENTER("cudaMemPrefetchAsync", cudaErrorInvalidValue);
    use_device("cudaMemPrefetchAsync");
    uintptr_t address = reinterpret_cast<uintptr_t>(pointer);
    bool managed = managed_memory().is_live(address, size);
    if (!size || flags || (!managed && (!settings().pageable || device_memory().contains(address))))
        return remembered(cudaErrorInvalidValue);
    run_pending_launches();
    if (!settings().prefetches)
        return cudaSuccess;
    if (FILE *file = fopen(settings().prefetches, "a")) {
        fprintf(file, "%zu bytes to the %s\n", size, where.type == cudaMemLocationTypeDevice ? "device" : "host");
        fclose(file);
    }
    if (managed && where.type == cudaMemLocationTypeDevice)
        send_pages(address, size);
    else if (managed)
        fetch_pages(address, size);
    return cudaSuccess;
}

cudaError_t gpump_emulator_symbol_address(const void *symbol, size_t size, size_t count, size_t offset)
{
    bool known = is_device_variable(reinterpret_cast<uintptr_t>(symbol), size);
    return remembered(known && offset <= size && count <= size - offset ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t gpump_emulator_symbol_copy(void *to, const void *from, size_t count)
{
    run_pending_launches();
    memcpy(to, from, count);
    return cudaSuccess;
}

/* ---- errors ---- */

cudaError_t cudaPeekAtLastError()
{
    if (cudaError_t error = take_launch_error())
        last_error = error;
    return last_error;
}

cudaError_t cudaGetLastError()
{
    cudaError_t error = cudaPeekAtLastError();
    last_error = cudaSuccess;
    return error;
}

static const struct {
    cudaError_t error;
    const char *name, *text;
} error_texts[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped"},
    {cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge",
     "too many blocks in cooperative launch"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
};

const char *cudaGetErrorString(cudaError_t error)
{
    for (const auto &entry : error_texts)
        if (entry.error == error)
            return entry.text;
    return "unknown error";
}

const char *cudaGetErrorName(cudaError_t error)
{
    for (const auto &entry : error_texts)
        if (entry.error == error)
            return entry.name;
    return "cudaErrorUnknown";
}

/* ---- the device ---- */

cudaError_t cudaDeviceSynchronize()
{
    GPUMP_EMULATOR_ENTER("cudaDeviceSynchronize", cudaErrorLaunchFailure);
    use_device("cudaDeviceSynchronize");
    run_pending_launches();
    return cudaSuccess;
}

cudaError_t cudaDeviceReset()
{
    run_pending_launches();
    device_memory().release_all();
    managed_memory().release_all();
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    *device = current_device;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    GPUMP_EMULATOR_ENTER("cudaSetDevice", cudaErrorInvalidDevice);
    if (device < 0 || device >= settings().devices)
        return remembered(cudaErrorInvalidDevice);
    current_device = device;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceCount(int *count)
{
    GPUMP_EMULATOR_ENTER("cudaGetDeviceCount", cudaErrorUnknown);
    *count = settings().devices;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device)
{
    GPUMP_EMULATOR_ENTER("cudaGetDeviceProperties", cudaErrorInvalidDevice);
    if (device < 0 || device >= settings().devices)
        return remembered(cudaErrorInvalidDevice);
    *properties = cudaDeviceProp();
    snprintf(properties->name, sizeof properties->name, "gpump emulator");
    properties->totalGlobalMem = settings().memory;
    properties->sharedMemPerBlock = SHARED_BYTES_PER_BLOCK;
    properties->warpSize = 32;
    properties->maxThreadsPerBlock = MAX_THREADS_PER_BLOCK;
    properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
    properties->maxThreadsDim[2] = 64;
    properties->maxGridSize[0] = 0x7fffffff;
    properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
    properties->major = 9;
    properties->multiProcessorCount = settings().multiprocessors;
    properties->maxThreadsPerMultiProcessor = settings().threads_per_processor;
    properties->maxBlocksPerMultiProcessor = MAX_BLOCKS_PER_PROCESSOR;
    properties->managedMemory = properties->unifiedAddressing = properties->cooperativeLaunch = 1;
    properties->pageableMemoryAccess = settings().pageable != 0;
    properties->pageableMemoryAccessUsesHostPageTables = settings().pageable == 2;
    properties->pciBusID = device + 1;
    properties->concurrentManagedAccess = properties->canUseHostPointerForRegisteredMem = one_memory;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device)
{
    cudaDeviceProp properties;
    cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error)
        return error;
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = properties.maxThreadsPerBlock; break;
    case cudaDevAttrWarpSize: *value = properties.warpSize; break;
    case cudaDevAttrMultiProcessorCount: *value = properties.multiProcessorCount; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = properties.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrComputeCapabilityMajor: *value = properties.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = properties.minor; break;
    case cudaDevAttrManagedMemory: *value = properties.managedMemory; break;
    case cudaDevAttrPageableMemoryAccess: *value = properties.pageableMemoryAccess; break;
    case cudaDevAttrPageableMemoryAccessUsesHostPageTables:
        *value = properties.pageableMemoryAccessUsesHostPageTables;
        break;
    case cudaDevAttrCanUseHostPointerForRegisteredMem: *value = properties.canUseHostPointerForRegisteredMem; break;
    case cudaDevAttrConcurrentManagedAccess: *value = properties.concurrentManagedAccess; break;
    case cudaDevAttrCooperativeLaunch: *value = properties.cooperativeLaunch; break;
    default: return remembered(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t gpump_emulator_occupancy(int *blocks, int threads_per_block)
{
    if (threads_per_block < 1 || threads_per_block > MAX_THREADS_PER_BLOCK)
        return remembered(cudaErrorInvalidValue);
    *blocks = (int)resident_blocks((unsigned int)threads_per_block) / settings().multiprocessors;
    return cudaSuccess;
}

/* ---- streams and events: one queue, in the order of the calls ---- */

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    *stream = new gpump_emulator_stream;
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int)
{
    return cudaStreamCreate(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    run_pending_launches();
    delete stream;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaDeviceSynchronize();
}

/* Asking is waiting: a kernel that runs only when somebody waits would otherwise never be ready. */
cudaError_t cudaStreamQuery(cudaStream_t)
{
    return cudaDeviceSynchronize();
}

cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int)
{
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    *event = new gpump_emulator_event{0};
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int)
{
    return cudaEventCreate(event);
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    run_pending_launches();
    event->milliseconds = now();
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t)
{
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t)
{
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end)
{
    *milliseconds = (float)(end->milliseconds - start->milliseconds);
    return cudaSuccess;
}
