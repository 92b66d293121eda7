/*
 * masked filter(e) (5.1, 2.8) is for the thread whose number is e, which each thread works out by itself: alone, where no thread has
 * the number, and orphaned.
 *
 * cross: filter(2)
 * cross: filter(9)
 * cross: filter(wanted)
 * cross: filter(omp_get_thread_num())
 */
#include <omp.h>

#include "check.h"

#define THIRD 2

static int seen[8];

static void orphaned(int wanted)
{
#pragma omp masked filter(wanted)
    if (wanted == omp_get_thread_num())
        seen[4]++;
    else
        seen[4] = 100;
}

int main(void)
{
    int third = 0, none = 0, by_macro = 0, all = 0, alone = 0;

#pragma omp parallel num_threads(4)
    {
#pragma omp masked filter(2)
        third += omp_get_thread_num() + 1;
#pragma omp masked filter(9)
        none++;
#pragma omp masked filter(THIRD)
        {
#pragma omp atomic
            by_macro += omp_get_thread_num();
        }
        orphaned(omp_get_num_threads() - 1);
#pragma omp masked filter(omp_get_thread_num())
        {
#pragma omp atomic
            all++;
        }
    }
    CHECK(third == 3);
    CHECK(none == 0);
    CHECK(by_macro == 2);
    CHECK(seen[4] == 1);
    CHECK(all == 4);

    /* Outside of regions there is thread 0 alone. */
#pragma omp masked filter(1)
    alone++;
    CHECK(alone == 0);
    orphaned(0);
    CHECK(seen[4] == 2);
    return check_result("masked filter");
}
