/*
 * Named critical constructs (2.7.2): those of one name exclude one another,
 * those of two do not.
 *
 * cross: critical(list) => critical(other)
 * cross: critical(first) => critical(second)
 */
#include <omp.h>
#include "check.h"

static int length, late, here[2];

static void wait_a_little(void)
{
    double until = omp_get_wtime() + 0.0005;

    while (omp_get_wtime() < until)
        continue;
}

static void push(void)
{
    int before;
#pragma omp critical(list)
    {
        before = length;
        wait_a_little();
        length = before + 1;
    }
}

static void pop(void)
{
    int before;
#pragma omp critical(list)
    {
        before = length;
        wait_a_little();
        length = before - 1;
    }
}

/* Both are to be inside at one time. */
static void meet(int me)
{
    double give_up = omp_get_wtime() + PATIENCE;
    int yes = 0;

    here[me] = 1;
    do {
#pragma omp flush
        yes = here[1 - me];
        if (omp_get_wtime() > give_up)
            yes = late = 1;
    } while (!yes);
}

int main(void)
{
    length = 100;
#pragma omp parallel num_threads(4)
    {
        int k;
        for (k = 0; k < 6; k++)
            if (omp_get_thread_num() < 3)
                push();
            else
                pop();
    }
    CHECK(length == 112);

#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
#pragma omp critical(first)
        meet(0);
#pragma omp section
#pragma omp critical(second)
        meet(1);
    }
    CHECK(late == 0);

    /* a name may be that of anything else */
#pragma omp parallel num_threads(4)
    {
#pragma omp critical(length)
        {
            int before = length;
            wait_a_little();
            length = before + 1;
        }
#pragma omp critical (main)
        here[0]++;
    }
    CHECK(length == 116);
    CHECK(here[0] == 5);
    return check_result("named critical");
}
