/*
 * In C the functions of <math.h> without an `f` are double's, also for an
 * argument that is a float or an integer, on the host and in a region.
 */
#include <stdio.h>
#include <math.h>

int main(void)
{
    float f = 2.0f;
    double root[3];
    int i, wide = 0;

    #pragma omp parallel for reduction(+: wide)
    for (i = 0; i < 3; i++) {
        root[i] = sqrt(f) + pow(f, 0.5f) + exp(i);
        wide += sizeof sqrt(f) == sizeof(double);
    }
    printf("%.12f %.12f %d\n", root[0], sqrt(f) + log(10), wide);
    return 0;
}
