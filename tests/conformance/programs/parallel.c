/*
 * The parallel construct (2.4): every thread of a team runs the region once,
 * and all have done so when the construct ends.
 *
 * threads: 2
 * cross: #pragma omp parallel
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

static int *visits;

static void visit(void)
{
    visits[omp_get_thread_num()]++;
}

/* A region in a function. */
static int team_of_function(int want)
{
    int size = 0;
#pragma omp parallel num_threads(want)
    {
        if (omp_get_thread_num() == want - 1)
            size = omp_get_num_threads();
    }
    return size;
}

int main(void)
{
    int i, size = 0, most = omp_get_max_threads();

    visits = calloc((size_t)most, sizeof *visits);

    /* alone: the region's statement is a call */
#pragma omp parallel
    visit();

    for (i = 0; i < most; i++)
        CHECK(visits[i] == 1);

    /* again, in a loop: the same team */
    for (i = 0; i < 5; i++) {
#pragma omp parallel shared(size)
        {
            visit();
            if (omp_get_thread_num() == 0)
                size += omp_get_num_threads();
        }
    }
    CHECK(size == 5 * most);
    for (i = 0; i < most; i++)
        CHECK(visits[i] == 6);

    CHECK(team_of_function(5) == 5);
    CHECK(team_of_function(2) == 2);
    /* outside regions there is one thread */
    CHECK(omp_get_num_threads() == 1);
    CHECK(omp_get_thread_num() == 0);
    free(visits);
    return check_result("parallel");
}
