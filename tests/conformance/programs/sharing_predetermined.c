/*
 * Sharing that no clause says (2.8.1.1): heap blocks, static variables and
 * const ones are shared; locals of the region and the variables of
 * work-sharing loops are private.
 *
 * cross: static int shared_static => int shared_static
 * cross: #pragma omp for
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

#define THREADS 4

int main(void)
{
    const double scale = 1.5;
    const struct { int a, b; } pair = {3, 4};
    int wrong = 0, i = -5, j = -6;
    double *block = malloc(THREADS * sizeof *block);

#pragma omp parallel reduction(+ : wrong) num_threads(THREADS)
    {
        static int shared_static = 7;
        int me = omp_get_thread_num(), local[2], sum = 0;
        static int *addresses[THREADS];

        /* one static variable for all */
        addresses[me] = &shared_static;
#pragma omp critical
        shared_static += 1;
#pragma omp barrier
        wrong += shared_static != 7 + THREADS;
        wrong += addresses[(me + 1) % THREADS] != addresses[me];
#pragma omp barrier

        /* locals, also of inner blocks */
        local[0] = me;
        {
            int inner = 10 * me;
#pragma omp barrier
            local[1] = inner;
        }
#pragma omp barrier
        wrong += local[0] != me || local[1] != 10 * me;

        /* what a shared pointer leads to */
        block[me] = scale * me + pair.a * pair.b;
#pragma omp barrier
        wrong += block[(me + 1) % THREADS] != 1.5 * ((me + 1) % THREADS) + 12;

        /* the loop's variable, of main here, and one of the loop's own */
#pragma omp for
        for (i = 0; i < 2 * THREADS; i++)
            sum += i;
#pragma omp for
        for (int k = 0; k < 2 * THREADS; k++)
            sum -= 2 * k;
#pragma omp critical
        j += sum;
    }
    CHECK(wrong == 0);
    CHECK(j == -6 - THREADS * (2 * THREADS - 1));
    CHECK(block[3] == 16.5);
    free(block);
    return check_result("predetermined sharing");
}
