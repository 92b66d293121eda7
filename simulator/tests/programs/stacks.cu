/*
 * A recursion that is deeper than the stack.
 *
 * expect: 20 calls: cudaSuccess 20
 * expect: 100000 calls: cudaErrorHardwareStackError
 * says: stack
 */
#include <cstdio>

__device__ __noinline__ int deep(volatile int *n, int depth)
{
    volatile char room[256];
    room[depth % 256] = 1;
    return depth <= 0 ? 0 : deep(n, depth - *n) + room[depth % 256];
}
__global__ void start(volatile int *n, int depth, int *result) { *result = deep(n, depth); }

int main()
{
    int *words;
    cudaMallocManaged(&words, 8);
    words[0] = 1;
    cudaDeviceSetLimit(cudaLimitStackSize, 16384);
    start<<<1, 1>>>(words, 20, words + 1);
    cudaError_t error = cudaDeviceSynchronize();
    printf("20 calls: %s %d\n", cudaGetErrorName(error), words[1]);
    start<<<1, 1>>>(words, 100000, words + 1);
    printf("100000 calls: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
