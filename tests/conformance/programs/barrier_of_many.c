/*
 * The barrier (2.7.3) of a team that is several blocks on a device: what was written before it is read behind it.
 *
 * cross: #pragma omp barrier
 */
#include <omp.h>
#include "check.h"

#define THREADS 700
#define STEPS 20

static int values[THREADS];

int main(void)
{
    int wrong = 0;

#pragma omp parallel reduction(+ : wrong) num_threads(THREADS)
    {
        int me = omp_get_thread_num(), size = omp_get_num_threads(), other = (me + size / 2 + 1) % size, step;

        for (step = 1; step <= STEPS; step++) {
            values[me] = step + me;
#pragma omp barrier
            wrong += values[other] != step + other;
#pragma omp barrier
        }
    }
    CHECK(wrong == 0);
    return check_result("barrier_of_many");
}
