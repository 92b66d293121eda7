/*
 * A machine without a device.
 *
 * environment: GPUMP_SIM_DEVICES=0
 * expect: cudaErrorNoDevice 0
 * expect: cudaErrorNoDevice
 */
#include <cstdio>

int main()
{
    int count = 5;
    const char *name = cudaGetErrorName(cudaGetDeviceCount(&count));
    printf("%s %d\n", name, count);
    void *place;
    printf("%s\n", cudaGetErrorName(cudaMalloc(&place, 4)));
}
