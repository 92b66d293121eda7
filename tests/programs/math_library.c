/*
 * The mathematical functions of the C library, which CUDA has too, in regions
 * and in accessible functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#pragma gpump accessible
static double length(double x, double y)
{
    return sqrt(pow(x, 2.0) + y * y);
}

int main(void)
{
    double a[20], worst = 0;
    float b[20];
    int i, j[20];

    #pragma omp parallel for
    for (i = 0; i < 20; i++) {
        a[i] = fabs(sin(i) * cos(i)) + length(3, 4) + floor(i / 3.0) + fmod(i, 4.0);
        b[i] = sqrtf((float)i) * fmaxf(1.0f, i - 10.0f) + expf(0.0f);
        j[i] = abs(i - 10) + (int)ceil(i / 7.0);
    }
    for (i = 0; i < 20; i++) {
        double expected = fabs(sin(i) * cos(i)) + 5 + i / 3 + i % 4;
        if (fabs(a[i] - expected) > worst)
            worst = fabs(a[i] - expected);
    }
    printf("%s %.3f %d %d\n", worst < 1e-12 ? "right" : "wrong", b[16], j[0], j[19]);
    return 0;
}
