/*
 * Sharing in functions that a region calls (2.8.1.2): their automatic
 * variables and parameters are private, their static and global ones shared,
 * and an argument passed by address is what it is for the caller.
 *
 * cross: static int met => int met
 * cross: private(mine)
 */
#include <omp.h>
#include "check.h"

#define THREADS 4

int global_count;

static int locals(int parameter)
{
    int automatic = parameter * 2;
    int array[3] = {0, automatic, 1};

#pragma omp barrier
    parameter += array[1];
#pragma omp barrier
    return parameter;
}

static int statics(void)
{
    static int met;

#pragma omp critical
    {
        met++;
        global_count += 2;
    }
#pragma omp barrier
    return met;
}

static void increment(int *what)
{
#pragma omp atomic
    ++*what;
}

int main(void)
{
    int ours = 0, mine = 50, wrong = 0;

#pragma omp parallel private(mine) reduction(+ : wrong) num_threads(THREADS)
    {
        int me = omp_get_thread_num();

        wrong += locals(me + 1) != 3 * (me + 1);
        wrong += statics() != THREADS;
        wrong += global_count != 2 * THREADS;
        mine = 10 * me;
#pragma omp barrier
        increment(&mine);
        increment(&ours);
#pragma omp barrier
        wrong += mine != 10 * me + 1 || ours != THREADS;
    }
    CHECK(wrong == 0);
    CHECK(mine == 50);
    return check_result("sharing in functions");
}
