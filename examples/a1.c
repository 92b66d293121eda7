/*
 * The loop example of the OpenMP specification, as the thesis translates it
 * in its Appendix D: b[i] becomes the mean of a[i] and a[i-1].
 *
 *     gpump run examples/a1.c
 *
 * The program prints some of the elements; b[i] is i.
 */
#include <stdio.h>

void a1(int n, float *a, float *b);

int main(int argc, char *argv[])
{
    int i;
    float a[1024], b[1024];
    #pragma gpump accessible(a,b)

    for (i = 0; i < 1024; i++)
        a[i] = 0.5f + (float)i;

    a1(1024, a, b);

    for (i = 1; i < 1024; i += 146)
        printf("b[%d] = %g\n", i, b[i]);
}

void a1(int n, float *a, float *b)
{
    int i;

    #pragma omp parallel for
        for (i=1; i<n; i++) /* i is private by default */
            b[i] = (a[i] + a[i-1]) / 2.0;
}
