/*
 * The loop construct (2.5.1): each iteration is run once, by one of the team,
 * and its loop variable is private.
 *
 * cross: #pragma omp for
 * cross: #pragma omp parallel for num_threads(4) => #pragma omp parallel num_threads(4)
 */
#include <omp.h>
#include <string.h>
#include "check.h"

#define N 1000

static int runs[N], owner[N];

static void record(int i)
{
#pragma omp atomic
    runs[i]++;
    owner[i] = omp_get_thread_num();
}

static void orphaned(int first, int end)
{
    int i;

#pragma omp for
    for (i = first; i < end; i++)
        record(i);
}

static int all_once(void)
{
    int i, right = 1;

    for (i = 0; i < N; i++)
        right = right && runs[i] == 1;
    memset(runs, 0, sizeof runs);
    return right;
}

static int threads_used(void)
{
    int i, used[4] = {0, 0, 0, 0};

    for (i = 0; i < N; i++)
        used[owner[i]] = 1;
    return used[0] + used[1] + used[2] + used[3];
}

int main(void)
{
    int i = -7;

    /* alone */
#pragma omp parallel num_threads(4)
    {
#pragma omp for
        for (i = 0; i < N; i++)
            record(i);
    }
    CHECK(all_once());
    CHECK(threads_used() == 4);

    /* the combined form */
#pragma omp parallel for num_threads(4)
    for (i = 0; i < N; i++)
        record(i);
    CHECK(all_once());
    CHECK(threads_used() == 4);

    /* in a function, and the barrier at its end */
#pragma omp parallel num_threads(4)
    {
        orphaned(0, N / 2);
        orphaned(N / 2, N);
    }
    CHECK(all_once());
    CHECK(threads_used() == 4);

    /* met outside a region: the team is one thread */
    orphaned(0, N);
    CHECK(all_once());
    CHECK(threads_used() == 1);
    return check_result("for");
}
