/*
 * A write behind an array. The error stays.
 *
 * expect: cudaErrorIllegalAddress
 * expect: cudaErrorIllegalAddress
 * expect: cudaErrorIllegalAddress
 * says: beyond_the_end.cu:15
 * says: block (0,0,0), thread (25,0,0)
 */
#include <cstdio>

__global__ void fill(int *place)
{
    int i = threadIdx.x;
    place[i] = i;
}

int main()
{
    int *place;
    cudaMalloc(&place, 100);
    fill<<<1, 32>>>(place);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaMalloc(&place, 4)));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
