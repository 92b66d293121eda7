/* Matrix times vector, y = A x, in double. The matrix is stored by rows. */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

static void matrix_vector(int n, const double *a, const double *x, double *y)
{
    int i, j;

#pragma omp parallel for private(j)
    for (i = 0; i < n; i++) {
        double sum = 0;

        for (j = 0; j < n; j++)
            sum += a[i * n + j] * x[j];
        y[i] = sum;
    }
}

static void fill(int n, double *a, double *x)
{
    int i;

    for (i = 0; i < n * n; i++)
        a[i] = bench_number(i);
    for (i = 0; i < n; i++)
        x[i] = 1 + (double)i / n;
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), i, r;
    double *a = bench_checked(malloc((size_t)n * n * sizeof *a));
    double *x = bench_checked(malloc(n * sizeof *x));
    double *y = bench_checked(malloc(n * sizeof *y));
    double sum = 0;

    for (r = 0; r <= repeats; r++) {
        fill(n, a, x);
        bench_phase_begin(r ? "cold" : "warm-up");
        matrix_vector(n, a, x, y);
        bench_consume(y, n * sizeof *y);
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        matrix_vector(n, a, x, y);
        bench_phase_end();
    }

    for (i = 0; i < n; i++)
        sum += y[i];
    printf("%.12g %.12g %.12g %.12g\n", sum, y[0], y[n / 2], y[n - 1]);
    free(a);
    free(x);
    free(y);
    return 0;
}
