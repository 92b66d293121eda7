/*
 * _Bool in regions (C99): shared, private, firstprivate, lastprivate,
 * reductions, assignments that convert.
 *
 * cross: reduction(&& : all) reduction(|| : some) => firstprivate(all, some)
 * cross: lastprivate(odd) => private(odd)
 * cross: flags[k] = k & 4; => flags[k] = k & 1;
 */
#include <omp.h>
#include <stdbool.h>
#include "check.h"

static bool is_big(int x)
{
    return x & 0x100;
}

int main(void)
{
    bool all = true, some = false, odd = false, flags[16], first = true;
    _Bool either = 0;
    int k, wrong = 0;

#pragma omp parallel for reduction(&& : all) reduction(|| : some) lastprivate(odd) num_threads(4)
    for (k = 0; k < 16; k++) {
        flags[k] = k & 4;
        all = all && k != 9;
        some = some || is_big(k * 0x80);
        odd = k % 2;
    }
    CHECK(!all && some && odd);
    for (k = 0; k < 16; k++)
        CHECK(flags[k] == (k / 4 % 2 == 1));
#pragma omp parallel firstprivate(first) reduction(| : either) reduction(+ : wrong) num_threads(4)
    {
        bool mine = 0.5;

        first = first && omp_get_thread_num() % 2;
#pragma omp barrier
        wrong += first != omp_get_thread_num() % 2 || mine != 1 || sizeof mine != 1;
        either |= omp_get_thread_num() == 3;
    }
    CHECK(wrong == 0);
    CHECK(first && either);
    return check_result("_Bool");
}
