/*
 * Pairs of Gaussian random numbers, counted by the square ring around the
 * origin that they fall in. Each batch of pairs finds its own place in the one
 * sequence of uniform numbers, so batches depend on nothing.
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

static long rings[RINGS];

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

static void count_pairs(int batches, double *sum_x, double *sum_y)
{
    double sx = 0, sy = 0;

#pragma omp parallel
    {
        long mine[RINGS] = {0};
        int k, i;

#pragma omp for reduction(+ : sx, sy)
        for (k = 0; k < batches; k++) {
            unsigned long long state = skip(SEED, 2ull * BATCH * k);

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
        }

#pragma omp critical
        for (i = 0; i < RINGS; i++)
            rings[i] += mine[i];
    }
    *sum_x = sx;
    *sum_y = sy;
}

int main(int argc, char **argv)
{
    int batches = (bench_size(argc, argv) + BATCH - 1) / BATCH, repeats = bench_repeats(argc, argv), i, r;
    double sx = 0, sy = 0;

    for (r = 0; r <= repeats; r++) {
        memset(rings, 0, sizeof rings);
        bench_phase_begin(r ? "cold" : "warm-up");
        count_pairs(batches, &sx, &sy);
        bench_consume(rings, sizeof rings);
        bench_phase_end();
    }
    for (i = 0; i < RINGS; i++)
        printf("%ld ", rings[i]);
    printf("%.9g %.9g\n", sx, sy);

    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        count_pairs(batches, &sx, &sy);
        bench_phase_end();
    }
    printf("%.9g %.9g\n", sx, sy);
    return 0;
}
