/*
 * Scalar product of two vectors of doubles, for the thesis's dialect. It has
 * reductions of integers only, so each thread leaves a partial sum, and the
 * host adds those up.
 */
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

#include "../bench.h"

static double scalar_product(int n, const double *a, const double *b, int threads, double *partial)
{
    double sum = 0;
    int i;

    for (i = 0; i < threads; i++)
        partial[i] = 0;
#pragma omp parallel
    {
        double mine = 0;
        int k;

#pragma omp for nowait
        for (k = 0; k < n; k++)
            mine += a[k] * b[k];
        partial[omp_get_thread_num()] = mine;
    }
    for (i = 0; i < threads; i++)
        sum += partial[i];
    return sum;
}

static void fill(int n, double *a, double *b)
{
    int i;

    for (i = 0; i < n; i++) {
        a[i] = bench_number(i);
        b[i] = 1 + (double)i / n;
    }
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), r;
    int threads = omp_get_max_threads();
    double *a = (double *)bench_checked(gpump_malloc(n * sizeof(double)));
    double *b = (double *)bench_checked(gpump_malloc(n * sizeof(double)));
    double *partial = (double *)bench_checked(gpump_malloc(threads * sizeof(double)));
    double cold = 0, again = 0;

    for (r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        cold = scalar_product(n, a, b, threads, partial);
        bench_consume(&cold, sizeof cold);
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        again = scalar_product(n, a, b, threads, partial);
        bench_phase_end();
    }

    printf("%.12g %.12g\n", cold, again);
    gpump_free(a);
    gpump_free(b);
    gpump_free(partial);
    return 0;
}
