/*
 * Variables of the device: written and read by name, and managed ones.
 *
 * expect: 3 4 7 1
 * expect: 15 13
 * expect: beyond the end: cudaErrorInvalidValue
 * expect: a pointer to one of them: 13
 * expect: of a template: 4
 */
#include <cstdio>

__device__ int first = 3;
__constant__ int constants[4] = {1, 2, 3, 4};
__managed__ int shared_by_both = 7;
static __device__ int own = 1;
__device__ int *pointer = &own;
template <class T> __device__ T of_template = 4;

__global__ void change(int by)
{
    first += by + constants[1];
    *pointer += by;
    shared_by_both += of_template<int>;
}
__global__ void follow(int *result) { *result = *pointer; }

int main()
{
    int words[4];
    cudaMemcpyFromSymbol(&words[0], first, 4);
    cudaMemcpyFromSymbol(&words[1], constants, 4, 12);
    words[2] = shared_by_both;
    cudaMemcpyFromSymbol(&words[3], own, 4);
    printf("%d %d %d %d\n", words[0], words[1], words[2], words[3]);
    int more[4] = {5, 0, 5, 5};
    cudaMemcpyToSymbol(constants, more, 16);
    change<<<1, 1>>>(12);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&words[0], first, 4);
    cudaMemcpyFromSymbol(&words[1], own, 4);
    printf("%d %d\n", words[0], words[1]);
    printf("beyond the end: %s\n", cudaGetErrorName(cudaMemcpyToSymbol(first, more, 8)));
    int *result;
    cudaMallocManaged(&result, 4);
    follow<<<1, 1>>>(result);
    cudaDeviceSynchronize();
    printf("a pointer to one of them: %d\n", *result);
    printf("of a template: %d\n", shared_by_both - 7);
}
