/*
 * Functions and types that have the names of CUDA's own.
 */
#include <stdio.h>

typedef struct { float x, y, z; } float3;
struct dim3 { int n; };

#pragma gpump accessible
static int min(int a, int b)
{
    return a < b ? a : b;
}

static double max(double a, double b)
{
    return a > b ? a : b;
}

int main(void)
{
    float3 v[4];
    struct dim3 d = { 2 };
    int threadIdx = 1, blockDim = 2, warpSize = 3, i;

    #pragma omp parallel for
    for (i = 0; i < 4; i++) {
        v[i].x = min(i, d.n);
        v[i].y = threadIdx + blockDim;
        v[i].z = warpSize;
    }
    printf("%g %g %g %g\n", v[3].x, v[0].y, v[0].z, max(2, v[1].x));
    return 0;
}
