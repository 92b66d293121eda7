/*
 * omp_get_thread_num (3.2.4): from 0 to the team's size less one, each once;
 * the same all through a region, and 0 outside.
 *
 * cross: omp_get_thread_num() + 0 => 0
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

static int who_am_i(int depth)
{
    return depth == 0 ? omp_get_thread_num() + 0 : who_am_i(depth - 1);
}

int main(void)
{
    int most = omp_get_max_threads(), size = 0, wrong = 0, k;
    int *seen;

    if (most < 4)
        most = 4;
    seen = calloc((size_t)most, sizeof *seen);
    CHECK(omp_get_thread_num() == 0);
#pragma omp parallel num_threads(most) reduction(+ : wrong)
    {
        int before = who_am_i(0), i;
#pragma omp critical
        {
            seen[before]++;
            size = omp_get_num_threads();
        }
#pragma omp for schedule(dynamic)
        for (i = 0; i < 50; i++)
            wrong += who_am_i(i % 4) != before;
        wrong += who_am_i(3) != before;
#pragma omp master
        wrong += before != 0;
    }
    CHECK(size == most);
    CHECK(wrong == 0);
    for (k = 0; k < most; k++)
        CHECK(seen[k] == 1);
    CHECK(who_am_i(2) == 0);
    free(seen);
    return check_result("thread numbers");
}
