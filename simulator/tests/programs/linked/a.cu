/*
 * Device code of two files: functions and variables of one in the other, and static ones of the same name.
 *
 * expect: 12 105
 */
#include <cstdio>

extern __device__ int add(int);
extern __device__ int common;
static __device__ int own = 1;
void second(int *place);

__global__ void first(int *place) { *place = add(*place) + common + own; }

int main()
{
    int *words;
    cudaMallocManaged(&words, 8);
    words[0] = 5, words[1] = 0;
    first<<<1, 1>>>(words);
    second(words + 1);
    cudaDeviceSynchronize();
    printf("%d %d\n", words[0], words[1]);
}
