/*
 * Pairs of Gaussian random numbers, counted by the square ring around the
 * origin that they fall in, for the thesis's dialect: it has no `critical` and
 * reductions of integers only, so each thread leaves its counts and sums, and
 * the host adds those up.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

#include "../bench.h"

#define RINGS 10
#define BATCH 128 /* pairs */
#define MULTIPLIER 25214903917ull
#define MASK ((1ull << 48) - 1)
#define SEED 271828183ull

struct totals {
    long rings[RINGS];
    double sx, sy;
};

/* The state of the generator that many numbers later. */
#pragma gpump accessible
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
#pragma gpump accessible
static double uniform(unsigned long long *state)
{
    *state = *state * MULTIPLIER & MASK;
    return *state * (2.0 / (MASK + 1)) - 1;
}

static void count_pairs(int batches, int threads, struct totals *of_thread, struct totals *result)
{
    int t, ring;

    memset(of_thread, 0, threads * sizeof(struct totals));
#pragma omp parallel
    {
        struct totals mine;
        int k, i;

        for (i = 0; i < RINGS; i++)
            mine.rings[i] = 0;
        mine.sx = mine.sy = 0;
#pragma omp for nowait
        for (k = 0; k < batches; k++) {
            unsigned long long state = skip(SEED, 2ull * BATCH * k);

            for (i = 0; i < BATCH; i++) {
                double x = uniform(&state), y = uniform(&state), t = x * x + y * y;

                if (t < 1 && t > 0) {
                    double scale = sqrt(-2 * log(t) / t);

                    x *= scale;
                    y *= scale;
                    mine.sx += x;
                    mine.sy += y;
                    mine.rings[(int)fmax(fabs(x), fabs(y))]++;
                }
            }
        }
        of_thread[omp_get_thread_num()] = mine;
    }
    memset(result, 0, sizeof *result);
    for (t = 0; t < threads; t++) {
        for (ring = 0; ring < RINGS; ring++)
            result->rings[ring] += of_thread[t].rings[ring];
        result->sx += of_thread[t].sx;
        result->sy += of_thread[t].sy;
    }
}

int main(int argc, char **argv)
{
    int batches = (bench_size(argc, argv) + BATCH - 1) / BATCH, repeats = bench_repeats(argc, argv), i, r;
    int threads = omp_get_max_threads();
    struct totals *of_thread = (struct totals *)bench_checked(gpump_malloc(threads * sizeof(struct totals))), result;

    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "cold" : "warm-up");
        count_pairs(batches, threads, of_thread, &result);
        bench_consume(&result, sizeof result);
        bench_phase_end();
    }
    for (i = 0; i < RINGS; i++)
        printf("%ld ", result.rings[i]);
    printf("%.9g %.9g\n", result.sx, result.sy);

    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        count_pairs(batches, threads, of_thread, &result);
        bench_phase_end();
    }
    printf("%.9g %.9g\n", result.sx, result.sy);
    gpump_free(of_thread);
    return 0;
}
