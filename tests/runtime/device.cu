/* The emulated device: coordinates, waves of blocks, barriers, atomics, copies, events, device variables. */
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                  \
    do {                                                                   \
        if (!(condition)) {                                                \
            printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

__device__ int counter = 5;
__constant__ float factors[3];
#ifdef GPUMP_EMULATOR
GPUMP_EMULATOR_DEVICE_VARIABLE(counter);
GPUMP_EMULATOR_DEVICE_VARIABLE(factors);
#endif

__global__ void coordinates(unsigned int *seen)
{
    unsigned int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    atomicAdd(&seen[block * (blockDim.x * blockDim.y * blockDim.z) + thread], 1u);
}

/* More blocks than are resident, with barriers. */
__global__ void count_pairs(unsigned int *pairs)
{
    __syncthreads();
    if (threadIdx.x == blockIdx.x % 2)
        atomicAdd(pairs, 1u);
    __syncthreads();
}

/* Threads that have left are not waited for. */
__global__ void leave_early(int *out)
{
    if (threadIdx.x >= 10)
        return;
    out[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[10 + threadIdx.x] = out[9 - threadIdx.x];
}

__global__ void atomics(int *i, unsigned int *u, unsigned long long *l, float *f, double *d)
{
    atomicAdd(&i[0], 2);
    atomicSub(&i[1], 3);
    atomicMin(&i[2], -(int)threadIdx.x);
    atomicMax(&i[3], (int)threadIdx.x);
    atomicAnd(&i[4], ~(1 << threadIdx.x % 8));
    atomicOr(&i[5], 1 << threadIdx.x % 8);
    atomicXor(&i[6], 1 << threadIdx.x % 32);
    atomicExch(&i[7], 77);
    atomicCAS(&i[8], 0, 1 + (int)threadIdx.x);
    atomicInc(&u[0], 9);
    atomicDec(&u[1], 9);
    atomicMax(&u[2], 0xfffffff0u + threadIdx.x % 8);
    atomicSub(&u[3], 1u);
    atomicAdd(&l[0], 1ull << 33);
    atomicMax(&l[1], 5ull);
    atomicAdd(f, 0.5f);
    atomicAdd(d, 0.25);
}

__global__ void variables(float *out)
{
    if (atomicAdd(&counter, 1) == 5)
        out[0] = factors[0] + factors[2];
}

__global__ void one(int *p)
{
    *p = 1;
}

struct pair_of_things {
    int a;
    double b[3];
};

__global__ void by_value(struct pair_of_things things, int *out, const char *word)
{
    out[threadIdx.x] = things.a + (int)things.b[2] + (word[0] == 'w');
}

__global__ void groups(unsigned long long *out)
{
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    block.sync();
    cooperative_groups::sync(block);
    out[grid.thread_rank()] = grid.is_valid() * 10000 + grid.size() * 100 + grid.block_rank() * 10 + block.thread_rank();
    grid.sync();
    if (grid.thread_rank() == 0)
        for (unsigned int i = 1; i < grid.size(); i++)
            out[0] += out[i] % 10 == i % block.size();
}

static int order[4], step;

static int evaluated(int what, int value)
{
    order[step++] = what;
    return value;
}

int main(int argc, char *argv[])
{
    bool copies_only = argc > 1 && strcmp(argv[1], "copies") == 0;
    unsigned int *seen, host[4096];
    cudaMalloc(&seen, sizeof host);

    /* Fresh memory is no zeros. */
    cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
    EXPECT(host[0] == 0xa5a5a5a5u && host[4095] == 0xa5a5a5a5u);

    /* Wrong directions, and copies that leave their block, are refused, and nothing is copied. */
    int *device = (int *)seen, *managed, local[4] = {1, 2, 3, 4};
    EXPECT(cudaMemcpy(local, local, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(device, local, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
    EXPECT(cudaMemcpy(local, device, 4, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue && local[0] == 1);
    EXPECT(cudaMemcpy(device + 4095, local, 8, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess);
    EXPECT(cudaMemcpy(device, local, 16, cudaMemcpyDefault) == cudaSuccess);
    EXPECT(cudaMemcpy(device + 8, device, 16, cudaMemcpyDeviceToDevice) == cudaSuccess);
    memset(local, 0, sizeof local);
    EXPECT(cudaMemcpy(local, device + 8, 16, cudaMemcpyDefault) == cudaSuccess && local[3] == 4);
    EXPECT(cudaMemset(local, 0, 4) == cudaErrorInvalidValue);
    EXPECT(cudaFree(local) == cudaErrorInvalidDevicePointer && cudaFree(device + 1) == cudaErrorInvalidDevicePointer);
    EXPECT(cudaFree(NULL) == cudaSuccess);
    EXPECT(cudaMemcpy(device, local, 4, (cudaMemcpyKind)9) == cudaErrorInvalidMemcpyDirection);
    int *again;
    EXPECT(cudaMalloc(&again, 100) == cudaSuccess && cudaFree(again) == cudaSuccess);
    EXPECT(cudaFree(again) == cudaErrorInvalidDevicePointer);
    EXPECT(cudaMalloc(&again, (size_t)1 << 50) == cudaErrorMemoryAllocation);
    size_t available, total, later;
    cudaMemGetInfo(&available, &total);
    EXPECT(available == total - sizeof host);
    for (int i = 0; i < 40; i++) { /* freed memory is used again */
        EXPECT(cudaMalloc(&again, total / 32) == cudaSuccess);
        EXPECT(cudaFree(again) == cudaSuccess);
    }
    cudaMemGetInfo(&later, &total);
    EXPECT(later == available);
    cudaGetLastError();
    if (copies_only) {
        printf("ok\n");
        return 0;
    }

    /* All threads of all blocks, once; more blocks than the device holds. */
    cudaMemset(seen, 0, sizeof host);
    coordinates<<<dim3(4, 4, 8), dim3(4, 2, 4)>>>(seen);
    cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4096; i++)
        EXPECT(host[i] == 1);
    coordinates<<<4, 1024>>>(seen);
    cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4096; i++)
        EXPECT(host[i] == 2);

    cudaMemset(seen, 0, 4);
    count_pairs<<<3000, 2>>>(seen);
    cudaMemcpy(host, seen, 4, cudaMemcpyDeviceToHost);
    EXPECT(host[0] == 3000);

    leave_early<<<1, 32>>>(device);
    cudaMemcpy(host, device, 80, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; i++)
        EXPECT(host[10 + i] == (unsigned int)(9 - i));

    /* Atomics. */
    int *i = device;
    unsigned int *u = seen + 16;
    unsigned long long *l = (unsigned long long *)(seen + 32);
    float *f = (float *)(seen + 48);
    double *d = (double *)(seen + 64);
    int start[9] = {0, 0, 0, 0, -1, 0, 0, 0, 0};
    cudaMemset(seen, 0, sizeof host);
    cudaMemcpy(i, start, sizeof start, cudaMemcpyHostToDevice);
    atomics<<<2, 32>>>(i, u, l, f, d);
    cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
    int *h = (int *)host;
    EXPECT(h[0] == 128 && h[1] == -192 && h[2] == -31 && h[3] == 31 && h[4] == -256 && h[5] == 255 && h[6] == 0 &&
           h[7] == 77 && h[8] >= 1 && h[8] <= 32);
    EXPECT(host[16] == 64 % 10 && host[17] == (10 - 64 % 10) % 10 && host[18] == 0xfffffff7u && host[19] == -64u);
    EXPECT(((unsigned long long *)(host + 32))[0] == 64ull << 33 && ((unsigned long long *)(host + 32))[1] == 5);
    EXPECT(*(float *)(host + 48) == 32 && *(double *)(host + 64) == 16);

    /* Variables of the device, read and written from the host. */
    float three[3] = {1, 2, 3}, sum;
    int count = 5;
    EXPECT(cudaMemcpyToSymbol(factors, three, sizeof three) == cudaSuccess);
    EXPECT(cudaMemcpyToSymbol(factors, three, sizeof three, 4) == cudaErrorInvalidValue && cudaGetLastError());
    EXPECT(cudaMemcpyToSymbol(counter, &count, sizeof count) == cudaSuccess);
    variables<<<2, 3>>>((float *)device);
    EXPECT(cudaMemcpyFromSymbol(&count, counter, sizeof count) == cudaSuccess && count == 11);
    cudaMemcpy(&sum, device, 4, cudaMemcpyDeviceToHost);
    EXPECT(sum == 4);

    /* A launch is asynchronous: what it writes is there once the host has waited, not before. */
    EXPECT(cudaMallocManaged(&managed, sizeof(int)) == cudaSuccess);
    *managed = 0;
    one<<<1, 1>>>(managed);
    EXPECT(*(volatile int *)managed == 0);
    cudaEvent_t begin, end;
    float milliseconds = -1;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    EXPECT(*(volatile int *)managed == 1);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    EXPECT(cudaEventElapsedTime(&milliseconds, begin, end) == cudaSuccess && milliseconds >= 0);
    cudaStream_t stream;
    EXPECT(cudaStreamCreate(&stream) == cudaSuccess);
    *managed = 0;
    one<<<1, 1, 0, stream>>>(managed);
    EXPECT(cudaStreamSynchronize(stream) == cudaSuccess && *managed == 1);
    *managed = 0;
    one<<<1, 1>>>(managed);
    EXPECT(cudaDeviceSynchronize() == cudaSuccess && *managed == 1);
    cudaFree(managed);
    cudaStreamDestroy(stream);
    int *pinned;
    EXPECT(cudaMallocHost(&pinned, 4) == cudaSuccess);
    one<<<1, 1>>>(pinned);
    cudaDeviceSynchronize();
    EXPECT(*pinned == 1 && cudaFreeHost(pinned) == cudaSuccess && cudaFreeHost(local) == cudaErrorInvalidValue);
    cudaGetLastError();

    /* Arguments are copied when the launch is made; the configuration is evaluated before them. */
    struct pair_of_things things = {40, {0, 0, 2}};
    by_value<<<evaluated(1, 1), evaluated(1, 4)>>>(things, device, evaluated(2, 1) ? "word" : "");
    things.a = 0;
    cudaMemcpy(local, device, 16, cudaMemcpyDeviceToHost);
    EXPECT(local[0] == 43 && local[3] == 43 && order[2] == 2);

    /* Launches that cannot be. */
    one<<<1, 2000>>>(device);
    EXPECT(cudaPeekAtLastError() == cudaErrorInvalidConfiguration && cudaGetLastError() == cudaErrorInvalidConfiguration);
    one<<<0, 1>>>(device);
    EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
    one<<<1, 1, 1 << 20>>>(device);
    EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
    EXPECT(cudaGetLastError() == cudaSuccess);

    unsigned long long *ranks = (unsigned long long *)seen, found[8];
    void *arguments[] = {&ranks};
    EXPECT(cudaLaunchCooperativeKernel(groups, dim3(2), dim3(4), arguments) == cudaSuccess);
    cudaMemcpy(found, ranks, sizeof found, cudaMemcpyDeviceToHost);
    EXPECT(found[0] == 10800 + 7 && found[5] == 10800 + 10 + 1);
    EXPECT(cudaLaunchCooperativeKernel(groups, dim3(2000), dim3(1024), arguments) == cudaErrorCooperativeLaunchTooLarge);
    cudaGetLastError();

    /* What the device says of itself. */
    cudaDeviceProp properties;
    int value = 0, number = 0;
    EXPECT(cudaGetDeviceCount(&number) == cudaSuccess && number >= 1);
    EXPECT(cudaSetDevice(0) == cudaSuccess && cudaSetDevice(7) == cudaErrorInvalidDevice && cudaGetLastError());
    EXPECT(cudaGetDevice(&number) == cudaSuccess && number == 0);
    EXPECT(cudaGetDeviceProperties(&properties, 0) == cudaSuccess && properties.warpSize == 32);
    EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess &&
           value == properties.multiProcessorCount);
    EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, one, 1024, 0) == cudaSuccess && value == 2);
    EXPECT(strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") == 0 &&
           strcmp(cudaGetErrorName(cudaErrorMemoryAllocation), "cudaErrorMemoryAllocation") == 0);
    EXPECT(cudaDeviceReset() == cudaSuccess);
    cudaMemGetInfo(&available, &total);
    EXPECT(available == total);
    printf("ok\n");
}
