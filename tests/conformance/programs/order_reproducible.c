/*
 * order(reproducible: concurrent) (5.1, 2.11.3): loops of a region with as many iterations hand the same ones to the same threads, whatever
 * their schedules are, so a thread goes on to the next loop with what it has computed itself.
 *
 * cross: order(reproducible : concurrent) => order(unconstrained : concurrent)
 */
#include "check.h"

#include <omp.h>

#define N 96

static int first[N], second[N], third[N];

static void wait_for(int turns)
{
    volatile int turn = 0;
    while (turn < turns)
        turn++;
}

int main(void)
{
    int wrong = 0, threads = 0;
#pragma omp parallel num_threads(4)
    {
        const int me = omp_get_thread_num();
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp for schedule(dynamic, 2) order(reproducible : concurrent) nowait
        for (int i = 0; i < N; i++) {
            if (me == 0)
                wait_for(20000);
            first[i] = me;
        }
#pragma omp for schedule(dynamic, 2) order(reproducible : concurrent) nowait
        for (int i = 0; i < N; i++) {
            if (me == 1)
                wait_for(20000);
            second[i] = me;
        }
    }
    for (int i = 0; i < N; i++)
        wrong += first[i] != second[i];
    CHECK(threads == 1 || wrong == 0);
#pragma omp parallel num_threads(4)
    {
        const int me = omp_get_thread_num();
#pragma omp for order(reproducible: concurrent) nowait
        for (int i = 0; i < N; i++)
            third[i] = me + i;
#pragma omp for order(reproducible: concurrent)
        for (int i = 0; i < N; i++)
            third[i] -= me;
    }
    wrong = 0;
    for (int i = 0; i < N; i++)
        wrong += third[i] != i;
    CHECK(wrong == 0);
    return check_result("reproducible order");
}
