/*
 * The loop construct example of the OpenMP specification as the thesis's Chapter 9 measured it: time against array
 * size and against the number of threads. This is the program as a user writes it, for the cuda dialect and for gcc.
 *
 *     loop SIZE [REPEATS]
 *
 * Phases: "with-transfer" begins with both arrays freshly written by the host, and ends when the host has the
 * result; in "kernel" the same region runs over data that is where the last region left it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../programs/bench.h"

void a1(int n, float *a, float *b)
{
    int i;

    #pragma omp parallel for
        for (i=1; i<n; i++) /* i is private by default */
            b[i] = (a[i] + a[i-1]) / 2.0;
}

static void fill(int n, float *a, float *b)
{
    int i;

    for (i = 0; i < n; i++) {
        a[i] = 0.5f + (float)i;
        b[i] = 0;
    }
}

/* Brings every page of the result to the host, wherever it is, and costs little where it is there already. */
static float fetch(int n, const float *b)
{
    float sum = 0;
    int i;

    for (i = 0; i < n; i += 1024)
        sum += b[i];
    return sum;
}

int main(int argc, char *argv[])
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    float *a, *b;
    volatile float fetched;
    double sum = 0;
    int i, r;

    a = bench_checked(malloc(n * sizeof(float)));
    b = bench_checked(malloc(n * sizeof(float)));

    for (r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r == 0 ? "warm-up" : "with-transfer");
        a1(n, a, b);
        fetched = fetch(n, b);
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r == 0 ? "warm-up" : "kernel");
        a1(n, a, b);
        bench_phase_end();
    }

    for (i = 0; i < n; i++)
        sum += b[i];
    printf("%.9g %.9g %.9g %.9g\n", sum, b[1], b[n / 2], b[n - 1]);
    free(a);
    free(b);
    return fetched < 0;
}
