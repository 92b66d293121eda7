/*
 * Functions whose parameters are read and changed through their addresses: by places that only the running program knows, by some
 * threads of a warp only, and by themselves; and beside a variable in local memory.
 *
 * expect: 7 108 203 12
 * expect: unchanged: 3 4 5
 * expect: deep: 5050
 */
#include <cstdio>

struct large {
    short first;
    int values[40];
};

__device__ __noinline__ int changed(int i, large taken, int j)
{
    volatile int own[4] = {1, 2, 3, 4};
    taken.values[i] += own[j];
    int *place = &taken.values[j];
    *place += 100;
    return taken.values[i] + taken.first;
}

__device__ __noinline__ int deep(large taken, int i)
{
    taken.values[i % 40] = i;
    int below = i > 1 ? deep(taken, i - 1) : 0;
    return below + taken.values[i % 40];
}

__global__ void call(large *given, int *results, int one)
{
    if (threadIdx.x == 1)
        results[0] = changed(one, *given, 0);
    if (threadIdx.x == 2)
        results[1] = changed(one, *given, one);
    if (threadIdx.x % 2 == 0 && threadIdx.x > 2)
        results[threadIdx.x] = changed(3, *given, 3) + (int)threadIdx.x * 100;
    if (threadIdx.x == 0)
        results[3] = changed(2, *given, 1) + given->first;
}

__global__ void recurse(large *given, int *result)
{
    *result = deep(*given, 100);
}

int main()
{
    large *given;
    int *results;
    cudaMallocManaged(&given, sizeof *given);
    cudaMallocManaged(&results, 33 * sizeof *results);
    *given = {2, {3, 4, 6, -5}};
    call<<<1, 32>>>(given, results, 1);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%d %d %d %d\n", results[0], results[1], results[4] - 298, results[3]);
    printf("unchanged: %d %d %d\n", given->values[0], given->values[1], given->values[2] - 1);
    cudaDeviceSetLimit(cudaLimitStackSize, 65536);
    recurse<<<1, 1>>>(given, results + 32);
    error = error ? error : cudaDeviceSynchronize();
    printf("deep: %d\n", results[32]);
    return error;
}
