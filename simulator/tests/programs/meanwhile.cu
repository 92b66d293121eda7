/*
 * Without concurrent access the host does not touch managed memory while a kernel runs.
 *
 * environment: GPUMP_SIM_CONCURRENT=0
 * expect: 2
 * says: the host has touched memory that is the device's
 * signal: 11
 */
#include <cstdio>

__global__ void await(volatile int *place)
{
    while (*place == 0)
        ;
}
__global__ void set(int *place) { *place = 2; }

int main()
{
    int *managed, *words;
    cudaMallocManaged(&managed, 4);
    cudaMallocHost(&words, 4);
    *managed = 1;
    set<<<1, 1>>>(managed);
    cudaDeviceSynchronize();
    printf("%d\n", *managed);
    fflush(stdout);
    *words = 0;
    await<<<1, 1>>>(words);
    *managed = 3;
}
