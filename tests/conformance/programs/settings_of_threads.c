/*
 * The threads that a program starts have internal control variables of their own (5.2, 2.4.2): what one sets holds for its regions.
 *
 * cross: omp_set_num_threads(2);
 * cross: omp_set_schedule(omp_sched_static, 5);
 */
#include <omp.h>
#include <pthread.h>
#include "check.h"

#define N 20

static int most, team, chunk, owners[N];
static omp_sched_t schedule;

static void *other(void *unused)
{
    omp_set_num_threads(2);
    omp_set_schedule(omp_sched_static, 5);
    omp_set_dynamic(0);
    most = omp_get_max_threads();
    omp_get_schedule(&schedule, &chunk);
#pragma omp parallel
    {
#pragma omp single
        team = omp_get_num_threads();
#pragma omp for schedule(runtime)
        for (int i = 0; i < N; i++)
            owners[i] = omp_get_thread_num();
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    int size = 0, right = 1;

    omp_set_num_threads(3);
    omp_set_schedule(omp_sched_dynamic, 7);
    CHECK(pthread_create(&thread, NULL, other, NULL) == 0);
    pthread_join(thread, NULL);
    CHECK(most == 2);
    CHECK(team == 1 || team == 2);
    CHECK(schedule == omp_sched_static && chunk == 5);
    for (int i = 0; i < N; i++)
        right = right && owners[i] == i / 5 % team;
    CHECK(right);

    omp_get_schedule(&schedule, &chunk);
    CHECK(schedule == omp_sched_dynamic && chunk == 7);
    CHECK(omp_get_max_threads() == 3);
#pragma omp parallel
    {
#pragma omp single
        size = omp_get_num_threads();
    }
    CHECK(size == 1 || size == 3);
    return check_result("settings of threads");
}
