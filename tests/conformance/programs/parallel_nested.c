/*
 * A region within a region (2.4): its team may have one thread or more, but
 * each of its threads runs it, and thread 0 is who met it. With nesting
 * disabled the team has one thread.
 *
 * cross: #pragma omp parallel num_threads(OUTER)
 */
#include <omp.h>
#include "check.h"

#define OUTER 3
#define INNER 2

static int inner_sizes[OUTER], inner_runs[OUTER], masters[OUTER];

/* orphaned: a region in a function that is called from a region */
static void inner_region(int outer)
{
#pragma omp parallel num_threads(INNER)
    {
#pragma omp atomic
        inner_runs[outer]++;
        if (omp_get_thread_num() == 0) {
            masters[outer]++;
            inner_sizes[outer] = omp_get_num_threads();
        }
    }
}

static void run(int size_known)
{
    int i, sum = 0;

    for (i = 0; i < OUTER; i++)
        inner_sizes[i] = inner_runs[i] = masters[i] = 0;

#pragma omp parallel num_threads(OUTER)
    {
        int mine = 0, k, me = omp_get_thread_num();

        inner_region(me);
#pragma omp parallel for reduction(+ : mine) num_threads(INNER)
        for (k = 0; k < 10; k++)
            mine += k;
#pragma omp critical
        sum += mine + me;
        /* the inner team is gone */
        if (omp_get_num_threads() != OUTER || omp_get_thread_num() != me) {
#pragma omp atomic
            sum++;
        }
    }
    CHECK(sum == OUTER * 45 + OUTER * (OUTER - 1) / 2);
    for (i = 0; i < OUTER; i++) {
        CHECK(masters[i] == 1);
        CHECK(inner_runs[i] == inner_sizes[i]);
        CHECK(inner_sizes[i] == 1 || (!size_known && inner_sizes[i] == INNER));
    }
}

int main(void)
{
    omp_set_nested(1);
    run(0);
    omp_set_nested(0);
    run(1);
    return check_result("nested parallel");
}
