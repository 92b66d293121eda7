/*
 * private (2.8.3.3): each thread has a new variable; the original is not
 * touched by the region.
 *
 * cross: private(t)
 * cross: private(i, t)
 * cross: private(half, whole)
 */
#include <omp.h>
#include "check.h"

#define THREADS 4

static int wrong;

/* Writes, lets all others write theirs, and reads again. */
static void keeps(int *variable)
{
    int me = omp_get_thread_num();

    *variable = 100 + me;
#pragma omp barrier
    if (*variable != 100 + me) {
#pragma omp atomic
        wrong++;
    }
#pragma omp barrier
}

static void orphaned(void)
{
    short half = 0;
    int whole = 0, k, sum = 0;

#pragma omp for private(half, whole) schedule(static, 1)
    for (k = 0; k < THREADS; k++) {
        int round;
        half = (short)k;
        whole = 2 * half;
        for (round = 0; round < 10; round++)
            sum += whole - half + round;
    }
    /* what the loop did with its own ones is not seen */
    if (half != 0 || whole != 0 || sum != 10 * omp_get_thread_num() + 45) {
#pragma omp atomic
        wrong++;
    }
}

int main(void)
{
    int t = -3, i = -4;

    /* alone */
#pragma omp parallel private(t) num_threads(THREADS)
    keeps(&t);
    CHECK(wrong == 0);
    CHECK(t == -3);

    /* with another clause, on another construct */
#pragma omp parallel num_threads(THREADS) private(i, t) shared(wrong)
    {
        keeps(&i);
        for (i = 0; i < 50; i++) {
            t = i;
            if (t != i)
                i = 1000;
        }
        keeps(&t);
        if (i != 50) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK(wrong == 0);
    CHECK(t == -3 && i == -4);
#pragma omp parallel num_threads(THREADS)
    orphaned();
    CHECK(wrong == 0);
    return check_result("private");
}
