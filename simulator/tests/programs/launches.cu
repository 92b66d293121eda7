/*
 * Launches that are refused, and what is known of kernels.
 *
 * expect: no blocks: cudaErrorInvalidConfiguration
 * expect: too many threads: cudaErrorInvalidConfiguration
 * expect: too deep a block: cudaErrorInvalidConfiguration
 * expect: too large a grid: cudaErrorInvalidConfiguration
 * expect: more than the bounds: cudaErrorInvalidValue
 * expect: shared memory: cudaErrorInvalidValue
 * expect: shared memory that was asked for: cudaSuccess
 * expect: more than a block can have: cudaErrorInvalidValue
 * expect: more than fits at once, together: cudaErrorCooperativeLaunchTooLarge
 * expect: as many as fit: cudaSuccess
 * expect: bounds: 128
 * expect: no kernel: cudaErrorInvalidDeviceFunction
 * expect: an event that is none: cudaErrorInvalidResourceHandle
 */
#include <cooperative_groups.h>
#include <cstdio>

__global__ void nothing() {}
__global__ void __launch_bounds__(128) bounded(int *place) { *place = 1; }
__global__ void with_shared(int *place)
{
    extern __shared__ int words[];
    words[threadIdx.x] = 1;
    __syncthreads();
    *place = words[0];
}
__global__ void together(int *place)
{
    atomicAdd(place, 1);
    cooperative_groups::this_grid().sync();
}

static void say(const char *what)
{
    cudaError_t error = cudaGetLastError();
    printf("%s: %s\n", what, cudaGetErrorName(error));
}

int main()
{
    int *place;
    cudaMalloc(&place, 4);
    nothing<<<0, 1>>>();
    say("no blocks");
    nothing<<<1, dim3(1024, 2)>>>();
    say("too many threads");
    nothing<<<1, dim3(1, 1, 65)>>>();
    say("too deep a block");
    nothing<<<dim3(1, 65536), 1>>>();
    say("too large a grid");
    bounded<<<1, 256>>>(place);
    say("more than the bounds");
    with_shared<<<1, 32, 50000>>>(place);
    say("shared memory");
    cudaFuncSetAttribute(with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
    with_shared<<<1, 32, 50000>>>(place);
    say("shared memory that was asked for");
    cudaFuncSetAttribute(with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 << 10);
    say("more than a block can have");
    int blocks = 0, processors = 0;
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, together, 256, 0);
    void *arguments[] = {&place};
    cudaLaunchCooperativeKernel(together, blocks * processors + 1, 256, arguments, 0, 0);
    say("more than fits at once, together");
    cudaLaunchCooperativeKernel(together, blocks * processors, 256, arguments, 0, 0);
    say("as many as fit");
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, bounded);
    printf("bounds: %d\n", attributes.maxThreadsPerBlock);
    cudaFuncGetAttributes(&attributes, (const void *)main);
    say("no kernel");
    cudaEventRecord((cudaEvent_t)1234, 0);
    say("an event that is none");
    cudaDeviceSynchronize();
}
