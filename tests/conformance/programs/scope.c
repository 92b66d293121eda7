/*
 * scope (5.1, 2.9; 5.2, 11.2): all threads of a team run the block, with copies and reductions, and wait at its end; with nowait they do
 * not.
 *
 * cross: private(t)
 * cross: reduction(+ : all) => private(all)
 * cross: reduction(+ : far) => private(far)
 * crossed with: -DTIMES=20000
 */
#include <omp.h>

#include "check.h"

#ifndef TIMES
#define TIMES 10
#endif

static int far;
static int done[4];

static void orphaned(void)
{
#pragma omp scope reduction(+ : far)
    for (int i = 0; i < TIMES; i++)
        far += 1;
}

int main(void)
{
    int all = 1, largest = -1, right = 0, t = 7, waited = 0, passed = 0;

#pragma omp parallel num_threads(4)
    {
#pragma omp scope private(t)
        {
            for (int i = 0; i < TIMES; i++) {
                t = omp_get_thread_num();
#pragma omp flush
                if (t != omp_get_thread_num())
                    break;
            }
#pragma omp atomic
            right += t == omp_get_thread_num();
        }
#pragma omp scope reduction(+ : all) reduction(max : largest)
        {
            for (int i = 0; i < TIMES; i++)
                all += 1;
            if (omp_get_thread_num() > largest)
                largest = omp_get_thread_num();
            done[omp_get_thread_num()] = 1;
        }
        /* All have come to the end, and the sum is complete. */
#pragma omp atomic
        waited += done[0] + done[1] + done[2] + done[3] == 4 && all == 1 + 4 * TIMES && largest == 3;
#pragma omp barrier
#pragma omp scope nowait
        {
#pragma omp atomic
            passed++;
        }
        orphaned();
#pragma omp single
        far += 1000;
    }
    CHECK(right == 4);
    CHECK(all == 1 + 4 * TIMES);
    CHECK(largest == 3);
    CHECK(waited == 4);
    CHECK(t == 7);
    CHECK(passed == 4);
    CHECK(far == 4 * TIMES + 1000);

    /* A team of one. */
    orphaned();
    CHECK(far == 5 * TIMES + 1000);
    return check_result("scope");
}
