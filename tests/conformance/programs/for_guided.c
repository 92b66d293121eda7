/*
 * schedule(guided) and schedule(guided, chunk) (2.5.1): threads ask for
 * chunks, which become smaller, down to one iteration or the chunk size.
 *
 * cross: schedule(guided) => schedule(static)
 * cross: schedule(guided, 5) => schedule(static, 5)
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

enum { N = 400, THREADS = 4 };

static int *runs;
static int last_begun;
static int late;

static void work(int i, int *seen, int last)
{
    double give_up = omp_get_wtime() + PATIENCE;
    int begun = 0;

#pragma omp atomic
    runs[i]++;
    if (i >= last) {
#pragma omp atomic
        last_begun++;
#pragma omp flush
        return;
    }
    if ((*seen)++ > 0 || omp_get_thread_num() == 0)
        return;
    /* All but thread 0 stay in the first iteration that they get. */
    while (!begun) {
#pragma omp flush
        begun = last_begun;
        if (omp_get_wtime() > give_up) {
#pragma omp atomic
            late++;
            break;
        }
    }
}

static void orphaned(int end)
{
    int i, seen = 0;
#pragma omp for schedule(guided, 5)
    for (i = 0; i < end; i++)
        work(i, &seen, end - 5);
}

int main(void)
{
    int i, seen;

    runs = calloc(N, sizeof *runs);
#pragma omp parallel private(seen) num_threads(THREADS)
    {
        seen = 0;
#pragma omp for schedule(guided)
        for (i = 0; i < N; i++)
            work(i, &seen, N - 1);
    }
    last_begun = 0;
#pragma omp parallel num_threads(THREADS)
    orphaned(N);
    for (i = 0; i < N; i++)
        CHECK(runs[i] == 2);
    CHECK(late == 0);
    last_begun = 1; /* nobody waits */
    seen = 0;
#pragma omp parallel for schedule(guided, 3) firstprivate(seen)
    for (i = 0; i < N; i++)
        work(i, &seen, N);
    for (i = 0; i < N; i++)
        CHECK(runs[i] == 3);
    free(runs);
    return check_result("guided schedule");
}
