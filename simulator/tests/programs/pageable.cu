/*
 * A device that reaches the host's memory, but not page zero, and does not write constants.
 *
 * environment: GPUMP_SIM_PAGEABLE=1
 * expect: 1 1 1
 * expect: cudaErrorIllegalAddress
 * says: kernel _Z3setPi
 */
#include <cstdio>
#include <cstdlib>

__global__ void set(int *place) { *place = 1; }

static int variable;
static const int constants[1024] = {2};

int main()
{
    int local = 0, *block = static_cast<int *>(malloc(4));
    for (int *place : {&variable, &local, block})
        set<<<1, 1>>>(place);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", variable, local, *block);
    set<<<1, 1>>>(const_cast<int *>(constants));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
