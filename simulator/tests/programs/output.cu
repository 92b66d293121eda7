/*
 * What kernels print stands where the host waits for them, and an assertion ends them.
 *
 * expect: the host first
 * expect: 7 2.5 text x ff
 * expect: the host then
 * expect: cudaErrorAssert
 * says: Assertion `value == 2` failed
 */
#include <cassert>
#include <cstdio>

__global__ void speak() { printf("%d %g %s %c %x\n", 7, 2.5, "text", 'x', 255); }
__global__ void insist(int value) { assert(value == 2); }

int main()
{
    speak<<<1, 1>>>();
    printf("the host first\n");
    cudaDeviceSynchronize();
    printf("the host then\n");
    insist<<<1, 1>>>(1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
