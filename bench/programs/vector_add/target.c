/* Vector add: c = a + b, in float, on a `target` device. */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

static void vector_add(int n, const float *a, const float *b, float *c)
{
    int i;

#pragma omp target teams distribute parallel for simd map(to: a[:n], b[:n]) map(from: c[:n])
    for (i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

static void fill(int n, float *a, float *b)
{
    int i;

    for (i = 0; i < n; i++) {
        a[i] = (float)bench_number(i);
        b[i] = 1 + (float)i / n;
    }
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), i, r;
    float *a = bench_checked(malloc(n * sizeof *a));
    float *b = bench_checked(malloc(n * sizeof *b));
    float *c = bench_checked(malloc(n * sizeof *c));
    double sum = 0;

#pragma omp target data map(alloc: a[:n], b[:n], c[:n])
    {
        for (r = 0; r <= repeats; r++) {
            fill(n, a, b);
            bench_phase_begin(r ? "cold" : "warm-up");
#pragma omp target update to(a[:n], b[:n])
            vector_add(n, a, b, c);
#pragma omp target update from(c[:n])
            bench_consume(c, n * sizeof *c);
            bench_phase_end();
        }
        for (r = 0; r <= repeats; r++) {
            bench_phase_begin(r ? "again" : "warm-up");
            vector_add(n, a, b, c);
            bench_phase_end();
        }
#pragma omp target update from(c[:n])
    }

    for (i = 0; i < n; i++)
        sum += c[i];
    printf("%.9g %.9g %.9g %.9g\n", sum, c[0], c[n / 2], c[n - 1]);
    free(a);
    free(b);
    free(c);
    return 0;
}
