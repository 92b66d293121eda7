/*
 * The emulator's CUDA: the host's side of the runtime API, as far as generated code and its runtime use
 * it. Names, values and meanings are CUDA's; a function that waits for the device in CUDA waits here.
 */
#ifndef GPUMP_EMULATOR_API_H
#define GPUMP_EMULATOR_API_H

#include <stddef.h>

enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorHostMemoryAlreadyRegistered = 712,
    cudaErrorHostMemoryNotRegistered = 713,
    cudaErrorCooperativeLaunchTooLarge = 720,
    cudaErrorLaunchFailure = 719,
    cudaErrorNotSupported = 801,
    cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

struct cudaDeviceProp {
    char name[256];
    size_t totalGlobalMem;
    size_t sharedMemPerBlock;
    int warpSize;
    int maxThreadsPerBlock;
    int maxThreadsDim[3];
    int maxGridSize[3];
    int major, minor;
    int multiProcessorCount;
    int maxThreadsPerMultiProcessor;
    int maxBlocksPerMultiProcessor;
    int managedMemory;
    int concurrentManagedAccess;
    int pageableMemoryAccess;
    int pageableMemoryAccessUsesHostPageTables;
    int canUseHostPointerForRegisteredMem;
    int unifiedAddressing;
    int cooperativeLaunch;
    int pciDomainID, pciBusID, pciDeviceID;
};

enum cudaDeviceAttr {
    cudaDevAttrMaxThreadsPerBlock = 1,
    cudaDevAttrWarpSize = 10,
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrMaxThreadsPerMultiProcessor = 39,
    cudaDevAttrComputeCapabilityMajor = 75,
    cudaDevAttrComputeCapabilityMinor = 76,
    cudaDevAttrManagedMemory = 83,
    cudaDevAttrPageableMemoryAccess = 88,
    cudaDevAttrConcurrentManagedAccess = 89,
    cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
    cudaDevAttrCooperativeLaunch = 95,
    cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100
};

typedef struct gpump_emulator_stream *cudaStream_t;
typedef struct gpump_emulator_event *cudaEvent_t;

enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2 };
enum { cudaHostAllocDefault = 0, cudaHostAllocPortable = 1, cudaHostAllocMapped = 2 };
enum { cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1, cudaHostRegisterMapped = 2, cudaHostRegisterReadOnly = 8 };
enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventDisableTiming = 2 };

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

enum cudaMemLocationType { cudaMemLocationTypeDevice = 1, cudaMemLocationTypeHost = 2 };

struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs;
};

/* Device memory. */
cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags = cudaMemAttachGlobal);
cudaError_t cudaMallocHost(void **pointer, size_t size, unsigned int flags = 0);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer);
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemset(void *pointer, int value, size_t size);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t size, cudaStream_t stream = 0);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t size, cudaMemLocation where, unsigned int flags,
                                 cudaStream_t stream = 0);

template <class T> cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc(reinterpret_cast<void **>(pointer), size);
}
template <class T> cudaError_t cudaMallocManaged(T **pointer, size_t size, unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T> cudaError_t cudaMallocHost(T **pointer, size_t size, unsigned int flags = 0)
{
    return cudaMallocHost(reinterpret_cast<void **>(pointer), size, flags);
}
template <class T> cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags)
{
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}

/* __device__ and __constant__ variables. */
cudaError_t gpump_emulator_symbol_address(const void *symbol, size_t size, size_t count, size_t offset);
cudaError_t gpump_emulator_symbol_copy(void *to, const void *from, size_t count);

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t count, size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice)
{
    cudaError_t error = gpump_emulator_symbol_address(&symbol, sizeof symbol, count, offset);
    return error ? error : gpump_emulator_symbol_copy(reinterpret_cast<char *>(&symbol) + offset, from, count);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count, size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost)
{
    cudaError_t error = gpump_emulator_symbol_address(&symbol, sizeof symbol, count, offset);
    return error ? error : gpump_emulator_symbol_copy(to, reinterpret_cast<const char *>(&symbol) + offset, count);
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    *pointer = const_cast<void *>(static_cast<const void *>(&symbol));
    return gpump_emulator_symbol_address(&symbol, sizeof symbol, 0, 0);
}

/* Errors. */
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);

/* The device. */
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t gpump_emulator_occupancy(int *blocks, int threads_per_block);

template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel, int threads_per_block, size_t)
{
    return gpump_emulator_occupancy(blocks, threads_per_block);
}

template <class Kernel> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, Kernel)
{
    *attributes = cudaFuncAttributes();
    attributes->maxThreadsPerBlock = 1024;
    return cudaSuccess;
}

/* Not CUDA's. From here on kernels may touch the host's memory, as on a device with pageable memory access. To be
   called before anything else. */
void gpump_emulator_share_memory();
/* Whether iterations go to threads as on a device, and teams are larger than there are processors. Otherwise both are as gcc has them,
   so that floating-point sums are gcc's. */
bool gpump_emulator_is_like_device();
/* Blocks whose bounds are known, where the program is watched (watch.cpp); elsewhere these do nothing, and say so. */
bool gpump_emulator_watches_heap();
void *gpump_emulator_allocate(size_t alignment, size_t size);
size_t gpump_emulator_block_size(const void *block); /* SIZE_MAX: it is none of these */
bool gpump_emulator_release(void *block);
/* What a kernel's thread says of itself: it belongs to a team, whose barriers are for all; it flushes its memory. */
void gpump_emulator_joins_team();
void gpump_emulator_flushes();
/* Called now and then by whoever waits for a kernel. */
void gpump_emulator_while_waiting(void (*function)());
/* By a kernel's thread: and at once, for it waits for what they do. */
void gpump_emulator_calls_host();

/* Streams and events. One stream after the other, in the order of the calls. */
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags = 0);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t end);

#endif
