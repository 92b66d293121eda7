/*
 * The barrier (2.7.3): all of the team come to it before one goes on.
 *
 * cross: #pragma omp barrier
 */
#include <omp.h>
#include "check.h"

#define THREADS 4
#define STEPS 12

static int at[THREADS], wrong;

static void dawdle(int much)
{
    double until = omp_get_wtime() + 0.0005 * much;

    while (omp_get_wtime() < until)
        continue;
}

/* All are at a step when one looks, and none has gone on. */
static void look(int step)
{
    int k;

    for (k = 0; k < THREADS; k++)
        if (at[k] != step) {
#pragma omp atomic
            wrong++;
        }
}

static void orphaned_step(int step)
{
    int me = omp_get_thread_num();

    dawdle((me + step) % THREADS);
    at[me] = step;
#pragma omp barrier
    look(step);
    dawdle((me + 2 * step) % THREADS);
#pragma omp barrier
}

int main(void)
{
    int k, sum = 0, values[THREADS];

#pragma omp parallel num_threads(THREADS)
    {
        int step;
        for (step = 1; step <= STEPS; step++)
            orphaned_step(step);
    }
    CHECK(wrong == 0);

    /* written by one, read by its neighbour */
#pragma omp parallel private(k) reduction(+ : sum) num_threads(THREADS)
    {
        int me = omp_get_thread_num();
        for (k = 0; k < 5; k++) {
            dawdle(me);
            values[me] = 10 * k + me;
#pragma omp barrier
            sum += values[(me + 1) % THREADS];
            if (me == 0) {
                dawdle(1);
            }
#pragma omp barrier
        }
    }
    CHECK(sum == 10 * 4 * 10 + 5 * 6);
    /* outside a region there is nobody to wait for */
    for (k = 1; k < THREADS; k++)
        at[k] = 9;
    orphaned_step(9);
    CHECK(wrong == 0);
    return check_result("barrier");
}
