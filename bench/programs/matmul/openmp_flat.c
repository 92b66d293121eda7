/*
 * Dense matrix product: c = a b, in float, the two outer loops of the three as one, as a user
 * writes them who knows that a loop over rows gives work to n threads only. The matrices have n rows and columns.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

static void multiply(int n, const float *a, const float *b, float *c)
{
    int element;

#pragma omp parallel for
    for (element = 0; element < n * n; element++) {
        int i = element / n, j = element % n, k;
        float sum = 0;
        for (k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
        c[element] = sum;
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
    float *a = bench_checked(malloc(size));
    float *b = bench_checked(malloc(size));
    float *c = bench_checked(malloc(size));

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
    free(a);
    free(b);
    free(c);
    return 0;
}
