/*
 * schedule(static, chunk) (2.5.1): chunks go round-robin to the threads in the
 * order of their numbers, so who has an iteration is known.
 *
 * cross: schedule(static, 3) => schedule(static)
 * cross: schedule(static, CHUNK) => schedule(static, 1)
 * cross: schedule(static, 1) => schedule(static, 2)
 */
#include <omp.h>
#include "check.h"

#define N 100
#define CHUNK (2 * 5)

typedef struct {
    int thread;
    int order;
} mark_t;

static mark_t marks[N];

static void orphaned(void)
{
    int i, order = 0;
#pragma omp for schedule(static, 1)
    for (i = 0; i < N; ++i) {
        marks[i].thread = omp_get_thread_num();
        marks[i].order = order++;
    }
}

static int matches(int chunk, int threads)
{
    int i, next[8] = {0};

    for (i = 0; i < N; i++) {
        if (marks[i].thread != i / chunk % threads)
            return 0;
        /* a thread runs its iterations in their order */
        if (marks[i].order != next[marks[i].thread]++)
            return 0;
    }
    return 1;
}

int main(void)
{
    int i, order = 0;

#pragma omp parallel firstprivate(order) num_threads(4)
    {
#pragma omp for schedule(static, 3)
        for (i = 0; i < N; ++i) {
            marks[i].thread = omp_get_thread_num();
            marks[i].order = order++;
        }
    }
    CHECK(matches(3, 4));

#pragma omp parallel for schedule(static, CHUNK) firstprivate(order) num_threads(3)
    for (i = 0; i < N; ++i) {
        marks[i].thread = omp_get_thread_num();
        marks[i].order = order++;
    }
    CHECK(matches(CHUNK, 3));

#pragma omp parallel num_threads(7)
    orphaned();
    CHECK(matches(1, 7));
    return check_result("static schedule with chunks");
}
