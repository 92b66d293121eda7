/*
 * The thesis's loop example (Appendix C), which is the OpenMP specification's, for the thesis's dialect: the mean of
 * each two neighbours, in memory that the dialect knows. The elements are float, the division is double's.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

static void a1(int n, float *a, float *b)
{
    int i;

#pragma omp parallel for
    for (i = 1; i < n; i++) /* i is private by default */
        b[i] = (a[i] + a[i - 1]) / 2.0;
}

static void fill(int n, float *a, float *b)
{
    int i;

    for (i = 0; i < n; i++)
        a[i] = 0.5f + (float)i;
    b[0] = 0;
}

static void print(int n, const float *b)
{
    double sum = 0;
    int i;

    for (i = 0; i < n; i++)
        sum += b[i];
    printf("%.9g %.9g %.9g %.9g\n", sum, b[1], b[n / 2], b[n - 1]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), r;
    /* The printed code counts iterations in float: from 2^25 on it may make a few too many, past the end. */
    size_t size = ((size_t)n + 64) * sizeof(float);
    float *a = (float *)bench_checked(gpump_calloc(size, 1));
    float *b = (float *)bench_checked(gpump_calloc(size, 1));

    for (r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        a1(n, a, b);
        bench_consume(b, n * sizeof(float));
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        a1(n, a, b);
        bench_phase_end();
    }

    print(n, b);
    gpump_free(a);
    gpump_free(b);
    return 0;
}
