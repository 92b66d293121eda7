/*
 * schedule(dynamic) (2.5.1): a thread that has finished its iteration gets the
 * next one. So when all threads but one are kept waiting in the first
 * iteration that they get, that one runs all the others.
 *
 * cross: schedule(dynamic) => schedule(static)
 * cross: schedule(dynamic, 1) => schedule(static, 1)
 */
#include <omp.h>
#include "check.h"

#define N 200

static int runs[N], last_begun;

/* Waits for the last iteration to begin; gives up after some seconds. */
static void await_last(int *late)
{
    double give_up = omp_get_wtime() + PATIENCE;
    int begun = 0;

    while (!begun) {
#pragma omp flush(last_begun)
        begun = last_begun;
        if (omp_get_wtime() > give_up) {
#pragma omp atomic
            (*late)++;
            return;
        }
    }
}

static void iteration(int i, int *first, int *late)
{
#pragma omp atomic
    runs[i]++;
    if (i == N - 1) {
        last_begun = 1;
#pragma omp flush(last_begun)
    } else if (*first && omp_get_thread_num() != 0) {
        await_last(late);
    }
    *first = 0;
}

static void orphaned(int *late)
{
    int i, first = 1;

#pragma omp for schedule(dynamic, 1)
    for (i = 0; i < N; i++)
        iteration(i, &first, late);
}

static int all_run(int times)
{
    int i;

    for (i = 0; i < N; i++)
        if (runs[i] != times)
            return 0;
    last_begun = 0;
    return 1;
}

int main(void)
{
    int i, first = 1, late = 0;

#pragma omp parallel firstprivate(first) num_threads(4)
    {
#pragma omp for schedule(dynamic)
        for (i = 0; i < N; i++)
            iteration(i, &first, &late);
    }
    CHECK(all_run(1));

#pragma omp parallel for schedule(dynamic) firstprivate(first) num_threads(4)
    for (i = 0; i < N; i++)
        iteration(i, &first, &late);
    CHECK(all_run(2));

#pragma omp parallel num_threads(4)
    orphaned(&late);
    CHECK(all_run(3));
    CHECK(late == 0);
    return check_result("dynamic schedule");
}
