/* Shared memory: each block has its own, also while blocks wait for one another, and static and dynamic. */
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                  \
    do {                                                                   \
        if (!(condition)) {                                                \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

/* A block reverses its part of an array; 100 blocks, more than are resident. */
__global__ void reverse(int *a)
{
    __shared__ int part[64];
    int base = blockIdx.x * blockDim.x;
    part[threadIdx.x] = a[base + threadIdx.x];
    __syncthreads();
    a[base + threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}

/* Blocks keep something in shared memory across barriers of the whole grid. */
__global__ void keep(int *out)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    __shared__ int kept[8];
    for (int round = 0; round < 5; round++) {
        kept[threadIdx.x] = (int)grid.thread_rank() * 10 + round;
        grid.sync();
        out[(grid.thread_rank() + round) % grid.size()] = kept[threadIdx.x ^ 1];
        grid.sync();
    }
}

__global__ void dynamic(int *out)
{
#ifdef GPUMP_EMULATOR
    GPUMP_EMULATOR_DYNAMIC_SHARED(int, room);
#else
    extern __shared__ int room[];
#endif
    room[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = room[(threadIdx.x + 1) % blockDim.x];
}

/* What a block finds there is not what another one left, nor zero. */
__global__ void fresh(int *zeros)
{
    __shared__ int found;
    if (threadIdx.x == 0) {
        if (found == 0 || found == 12345)
            atomicAdd(zeros, 1);
        found = 12345;
    }
}

int main()
{
    const int blocks = 100, threads = 64;
    int *a, *host = (int *)malloc(blocks * threads * sizeof(int));
    cudaMalloc(&a, blocks * threads * sizeof(int));
    for (int i = 0; i < blocks * threads; i++)
        host[i] = i;
    cudaMemcpy(a, host, blocks * threads * sizeof(int), cudaMemcpyHostToDevice);
    reverse<<<blocks, threads>>>(a);
    cudaMemcpy(host, a, blocks * threads * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks * threads; i++)
        EXPECT(host[i] == i / threads * threads + threads - 1 - i % threads);

    void *arguments[] = {&a};
    EXPECT(cudaLaunchCooperativeKernel(keep, 3, 8, arguments) == cudaSuccess);
    cudaMemcpy(host, a, 24 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24; i++)
        EXPECT(host[(i + 4) % 24] == (i ^ 1) * 10 + 4);

    dynamic<<<4, 6, 6 * sizeof(int)>>>(a);
    cudaMemcpy(host, a, 24 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 24; i++)
        EXPECT(host[i] == i / 6 * 100 + (i % 6 + 1) % 6);

    cudaMemset(a, 0, sizeof(int));
    fresh<<<1000, 2>>>(a);
    cudaMemcpy(host, a, sizeof(int), cudaMemcpyDeviceToHost);
    EXPECT(host[0] == 0);
    printf("ok\n");
}
