/*
 * Where the host may not touch managed memory while a kernel runs, it may not be larger than the device's.
 *
 * environment: GPUMP_SIM_CONCURRENT=0 GPUMP_SIM_MEMORY=16 GPUMP_SIM_MEMORY_USED=6
 * expect: free: 10 of 16 MiB
 * expect: 12 MiB: cudaErrorMemoryAllocation
 * expect: 8 MiB: cudaSuccess
 * expect: free: 2 of 16 MiB
 * expect: 4 MiB of the device's own: cudaErrorMemoryAllocation
 * expect: free: 10 of 16 MiB
 */
#include <cstdio>

static void told()
{
    size_t free, total;
    cudaMemGetInfo(&free, &total);
    printf("free: %zu of %zu MiB\n", free >> 20, total >> 20);
}

int main()
{
    char *p, *q;
    told();
    printf("12 MiB: %s\n", cudaGetErrorName(cudaMallocManaged(&p, 12 << 20)));
    printf("8 MiB: %s\n", cudaGetErrorName(cudaMallocManaged(&p, 8 << 20)));
    told();
    printf("4 MiB of the device's own: %s\n", cudaGetErrorName(cudaMalloc(&q, 4 << 20)));
    cudaFree(p);
    told();
}
