/* Scalar product of two vectors of doubles. */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

static double scalar_product(int n, const double *a, const double *b)
{
    double sum = 0;
    int i;

#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < n; i++)
        sum += a[i] * b[i];
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
    double *a = bench_checked(malloc(n * sizeof *a));
    double *b = bench_checked(malloc(n * sizeof *b));
    double cold = 0, again = 0;

    for (r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        cold = scalar_product(n, a, b);
        bench_consume(&cold, sizeof cold);
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        again = scalar_product(n, a, b);
        bench_phase_end();
    }

    printf("%.12g %.12g\n", cold, again);
    free(a);
    free(b);
    return 0;
}
