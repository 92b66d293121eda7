/*
 * Jacobi's method for Laplace's equation on a square grid, in double, on a
 * `target` device. Two grids take turns; they stay on the device from the first
 * sweep to the last.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

#define SWEEPS 100

static void sweep(int n, const double *u, double *next)
{
    int i, j;

#pragma omp target teams distribute parallel for simd collapse(2) map(to: u[:n * n]) map(tofrom: next[:n * n])
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++)
            next[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

/* After an even number of sweeps the result is in u. */
static void sweeps(int n, double *u, double *next, int count)
{
    double *swap;
    int k;

    for (k = 0; k < count; k++) {
        sweep(n, u, next);
        swap = u;
        u = next;
        next = swap;
    }
}

static void fill(int n, double *u, double *next)
{
    int i;

    for (i = 0; i < n * n; i++)
        u[i] = next[i] = bench_number(i);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), i, r;
    double *u = bench_checked(malloc((size_t)n * n * sizeof *u));
    double *next = bench_checked(malloc((size_t)n * n * sizeof *next));
    double sum = 0;

#pragma omp target data map(alloc: u[:n * n], next[:n * n])
    {
        for (r = 0; r <= repeats; r++) {
            fill(n, u, next);
            bench_phase_begin(r ? "cold" : "warm-up");
#pragma omp target update to(u[:n * n], next[:n * n])
            sweep(n, u, next);
#pragma omp target update from(next[:n * n])
            bench_consume(next, (size_t)n * n * sizeof *next);
            bench_phase_end();
        }
        for (r = 0; r <= repeats; r++) {
            fill(n, u, next);
            bench_phase_begin(r ? "sweeps" : "warm-up");
#pragma omp target update to(u[:n * n], next[:n * n])
            sweeps(n, u, next, SWEEPS);
#pragma omp target update from(u[:n * n])
            bench_consume(u, (size_t)n * n * sizeof *u);
            bench_phase_end();
        }
        for (i = 0; i < n * n; i++)
            sum += u[i];
        printf("%.12g %.12g %.12g\n", sum, u[n + 1], u[n / 2 * n + n / 2]);

        fill(n, u, next);
#pragma omp target update to(u[:n * n], next[:n * n])
        for (r = 0; r <= repeats; r++) {
            bench_phase_begin(r ? "again" : "warm-up");
            sweep(n, u, next);
            bench_phase_end();
        }
#pragma omp target update from(next[:n * n])
    }

    printf("%.12g %.12g\n", next[n + 1], next[n / 2 * n + n / 2]);
    free(u);
    free(next);
    return 0;
}
