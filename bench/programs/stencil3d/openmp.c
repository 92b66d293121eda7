/*
 * 3D stencil of seven points, in double: each sweep makes of each inner point of a cube a mean of itself and its six
 * neighbours, from one array into another. The cube has n points along each edge.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench.h"

#define SWEEPS 100

static void sweep(int n, const double *a, double *b)
{
    int i, j, k;

#pragma omp parallel for private(j, k)
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++)
            for (k = 1; k < n - 1; k++) {
                int at = (i * n + j) * n + k;
                b[at] = 0.4 * a[at]
                        + 0.1 * (a[at - 1] + a[at + 1] + a[at - n] + a[at + n] + a[at - n * n] + a[at + n * n]);
            }
}

static void fill(int n, double *a, double *b)
{
    int i;

    for (i = 0; i < n * n * n; i++)
        a[i] = bench_number(i);
    memcpy(b, a, (size_t)n * n * n * sizeof *a);
}

static void print(int n, const double *a)
{
    double sum = 0;
    int i;

    for (i = 0; i < n * n * n; i++)
        sum += a[i];
    printf("%.12g %.12g %.12g %.12g\n", sum, a[0], a[(n / 2 * n + n / 2) * n + n / 2],
           a[(n * n + n) * (n - 2) + n / 3]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), r, s;
    size_t size = (size_t)n * n * n * sizeof(double);
    double *a = bench_checked(malloc(size));
    double *b = bench_checked(malloc(size));

    for (r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        sweep(n, a, b);
        bench_consume(b, size);
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        sweep(n, a, b);
        bench_phase_end();
    }
    print(n, b);
    for (r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "sweeps" : "warm-up");
        for (s = 0; s < SWEEPS; s++) {
            double *swap = a;
            sweep(n, a, b);
            a = b;
            b = swap;
        }
        bench_consume(a, size);
        bench_phase_end();
    }

    print(n, a);
    free(a);
    free(b);
    return 0;
}
