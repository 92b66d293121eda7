/*
 * Dense matrix product: c = a b, in float, as three loops, for the thesis's dialect: memory that it knows, and no
 * constant pointers. The matrices have n rows and columns.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

static void multiply(int n, float *a, float *b, float *c)
{
    int i, j, k;

#pragma omp parallel for private(j, k)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            float sum = 0;
            for (k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

/* Multiples of 1/8 between -1 and 1, of which float adds up products without an error, in any order. */
static void fill(int n, float *a, float *b)
{
    int i;

    for (i = 0; i < n * n; i++) {
        a[i] = (float)((int)(bench_number(2 * i) * 16) - 8) / 8;
        b[i] = (float)((int)(bench_number(2 * i + 1) * 16) - 8) / 8;
    }
}

static void print(int n, const float *c)
{
    double sum = 0, weighted = 0;
    int i;

    for (i = 0; i < n * n; i++) {
        sum += c[i];
        weighted += c[i] * (double)(i % 97);
    }
    printf("%.12g %.12g %.9g %.9g\n", sum, weighted, c[n / 2 * n + n / 3], c[n * n - 1]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), r;
    size_t size = (size_t)n * n * sizeof(float);
    float *a = (float *)bench_checked(gpump_malloc(size));
    float *b = (float *)bench_checked(gpump_malloc(size));
    float *c = (float *)bench_checked(gpump_malloc(size));

    for (r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        multiply(n, a, b, c);
        bench_consume(c, size);
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        multiply(n, a, b, c);
        bench_phase_end();
    }

    print(n, c);
    gpump_free(a);
    gpump_free(b);
    gpump_free(c);
    return 0;
}
