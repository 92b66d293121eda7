/*
 * Histogram: how many of n numbers of 24 bits fall into each of 4096 bins, by atomic updates of one table, on a
 * `target` device. Small numbers are more frequent than large ones: bin 0 gets 1/64 of them all, the last bin 1/8192.
 *
 * The standard allows `atomic` within `simd` from 5.0 on; both compilers take it. Without `simd`, gcc would have one
 * iteration in a warp at a time.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

#define BINS 4096
#define SHIFT 12

static void histogram(int n, const unsigned int *value, unsigned int *count)
{
    int i;

#pragma omp target teams distribute parallel for simd map(from: count[:BINS])
    for (i = 0; i < BINS; i++)
        count[i] = 0;
#pragma omp target teams distribute parallel for simd map(to: value[:n]) map(tofrom: count[:BINS])
    for (i = 0; i < n; i++) {
#pragma omp atomic
        count[value[i] >> SHIFT]++;
    }
}

static void fill(int n, unsigned int *value)
{
    int i;

    for (i = 0; i < n; i++) {
        double number = bench_number(i);
        value[i] = (unsigned int)(number * number * BINS * (1 << SHIFT));
    }
}

static void print(const unsigned int *count)
{
    unsigned long long sum = 0, weighted = 0;
    int i;

    for (i = 0; i < BINS; i++) {
        sum += count[i];
        weighted += count[i] * (unsigned long long)i;
    }
    printf("%llu %llu %u %u %u\n", sum, weighted, count[0], count[BINS / 3], count[BINS - 1]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), r;
    unsigned int *value = bench_checked(malloc(n * sizeof *value));
    unsigned int *count = bench_checked(malloc(BINS * sizeof *count));

#pragma omp target data map(alloc: value[:n], count[:BINS])
    {
        for (r = 0; r <= repeats; r++) {
            fill(n, value);
            bench_phase_begin(r ? "cold" : "warm-up");
#pragma omp target update to(value[:n])
            histogram(n, value, count);
#pragma omp target update from(count[:BINS])
            bench_consume(count, BINS * sizeof *count);
            bench_phase_end();
        }
        for (r = 0; r <= repeats; r++) {
            bench_phase_begin(r ? "again" : "warm-up");
            histogram(n, value, count);
            bench_phase_end();
        }
#pragma omp target update from(count[:BINS])
    }

    print(count);
    free(value);
    free(count);
    return 0;
}
