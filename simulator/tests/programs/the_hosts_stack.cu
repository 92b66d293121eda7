/*
 * A device that does not reach the host's memory.
 *
 * expect: cudaErrorIllegalAddress
 * says: kernel _Z3setPi
 */
#include <cstdio>

__global__ void set(int *place) { *place = 1; }

int main()
{
    int local = 0;
    set<<<1, 1>>>(&local);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
