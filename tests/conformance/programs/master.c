/*
 * The master construct (2.7.1): thread 0 runs it, the others pass by without
 * waiting.
 *
 * cross: #pragma omp master
 * cross: #pragma omp master // waits => #pragma omp single
 */
#include <omp.h>
#include "check.h"

static int runs, not_zero, passed, late;

static void orphaned(void)
{
#pragma omp master
    {
#pragma omp atomic
        runs++;
        if (omp_get_thread_num() != 0)
            not_zero = 1;
    }
}

int main(void)
{
    int i, total = 0;

#pragma omp parallel num_threads(4)
    {
        orphaned();
#pragma omp barrier
        orphaned();
        /* thread 0 waits for another that has passed */
#pragma omp master // waits
        {
            double give_up = omp_get_wtime() + PATIENCE;
            int yes = 0;
            while (!yes && !late) {
#pragma omp flush
                yes = passed;
                late = omp_get_wtime() > give_up;
            }
        }
        if (omp_get_thread_num() == 3) {
            passed = 1;
#pragma omp flush
        }
    }
    CHECK(runs == 2);
    CHECK(!not_zero);
    CHECK(!late);

    /* in a loop of a region, with a barrier for what it writes */
#pragma omp parallel private(i) reduction(+ : total) num_threads(3)
    for (i = 1; i <= 5; i++) {
#pragma omp master
        runs += i;
#pragma omp barrier
        total += runs;
#pragma omp barrier
    }
    CHECK(runs == 17);
    CHECK(total == 3 * (3 + 5 + 8 + 12 + 17));
    orphaned();
    CHECK(runs == 18);
    return check_result("master");
}
