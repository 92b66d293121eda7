/*
 * omp_set_schedule and omp_get_schedule (3.0, 3.2.11 and 3.2.12): what they
 * set and tell is run-sched-var, which schedule(runtime) takes.
 *
 * cross: omp_sched_static, 4 => omp_sched_dynamic, 2
 */
#include <omp.h>
#include "check.h"

#define N 96

static int is_cut_in_fours(void)
{
    int by[N], i, right = 1;

#pragma omp parallel num_threads(3)
    {
#pragma omp for schedule(runtime)
        for (i = 0; i < N; i++)
            by[i] = omp_get_thread_num() + 10 * omp_get_num_threads();
    }
    for (i = 0; i < N; i++)
        right &= by[i] % 10 == i / 4 % (by[i] / 10);
    return right;
}

int main(void)
{
    omp_sched_t kind;
    int chunk, seen = 0, threads = 0;

    omp_set_schedule(omp_sched_static, 4);
    omp_get_schedule(&kind, &chunk);
    CHECK((kind & ~omp_sched_monotonic) == omp_sched_static && chunk == 4);
    CHECK(is_cut_in_fours());
#pragma omp parallel reduction(+ : seen, threads)
    {
        omp_sched_t inner;
        int size;
        omp_get_schedule(&inner, &size);
        seen += (inner & ~omp_sched_monotonic) == omp_sched_static && size == 4;
        threads++;
    }
    CHECK(seen == threads);
    omp_set_schedule(omp_sched_guided, 7);
    omp_get_schedule(&kind, &chunk);
    CHECK((kind & ~omp_sched_monotonic) == omp_sched_guided && chunk == 7);
    return check_result("run-sched-var");
}
