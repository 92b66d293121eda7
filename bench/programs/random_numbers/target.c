/*
 * Pairs of Gaussian random numbers, counted by the square ring around the
 * origin that they fall in, on a `target` device. Each batch of pairs finds its
 * own place in the one sequence of uniform numbers, so batches depend on
 * nothing. Each adds its counts by atomic updates: with a reduction of an array
 * gcc would not use its lanes.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench.h"

#define RINGS 10
#define BATCH 128 /* pairs */
#define MULTIPLIER 25214903917ull
#define MASK ((1ull << 48) - 1)
#define SEED 271828183ull

#pragma omp declare target
/* The state of the generator that many numbers later. */
static unsigned long long skip(unsigned long long state, unsigned long long numbers)
{
    unsigned long long power = MULTIPLIER;

    for (; numbers > 0; numbers /= 2) {
        if (numbers % 2)
            state = state * power & MASK;
        power = power * power & MASK;
    }
    return state;
}

/* Uniform in (-1, 1). */
static double uniform(unsigned long long *state)
{
    *state = *state * MULTIPLIER & MASK;
    return *state * (2.0 / (MASK + 1)) - 1;
}
#pragma omp end declare target

static void count_pairs(int batches, long *rings, double *sum_x, double *sum_y)
{
    double sx = 0, sy = 0;
    int k, i;

#pragma omp target teams distribute parallel for simd private(i) reduction(+ : sx, sy) \
    map(tofrom: sx, sy, rings[:RINGS])
    for (k = 0; k < batches; k++) {
        unsigned long long state = skip(SEED, 2ull * BATCH * k);
        long mine[RINGS] = {0};

        for (i = 0; i < BATCH; i++) {
            double x = uniform(&state), y = uniform(&state), t = x * x + y * y;

            if (t < 1 && t > 0) {
                double scale = sqrt(-2 * log(t) / t);

                x *= scale;
                y *= scale;
                sx += x;
                sy += y;
                mine[(int)fmax(fabs(x), fabs(y))]++;
            }
        }
        for (i = 0; i < RINGS; i++) {
#pragma omp atomic
            rings[i] += mine[i];
        }
    }
    *sum_x = sx;
    *sum_y = sy;
}

int main(int argc, char **argv)
{
    int batches = (bench_size(argc, argv) + BATCH - 1) / BATCH, repeats = bench_repeats(argc, argv), i, r;
    long rings[RINGS];
    double sx = 0, sy = 0;

    for (r = 0; r <= repeats; r++) {
        memset(rings, 0, sizeof rings);
        bench_phase_begin(r ? "cold" : "warm-up");
        count_pairs(batches, rings, &sx, &sy);
        bench_consume(rings, sizeof rings);
        bench_phase_end();
    }
    for (i = 0; i < RINGS; i++)
        printf("%ld ", rings[i]);
    printf("%.9g %.9g\n", sx, sy);

#pragma omp target data map(tofrom: rings)
    {
        for (r = 0; r <= repeats; r++) {
            bench_phase_begin(r ? "again" : "warm-up");
            count_pairs(batches, rings, &sx, &sy);
            bench_phase_end();
        }
    }
    printf("%.9g %.9g\n", sx, sy);
    return 0;
}
