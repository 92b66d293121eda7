/*
 * nowait on a loop (2.5.1): who has finished his share goes on, and here he
 * must, for the others wait for what he does next.
 *
 * cross: schedule(static, 1) nowait => schedule(static, 1)
 * cross: nowait schedule(static) => schedule(static)
 */
#include <omp.h>
#include "check.h"

static int passed, late;

static void await_another(void)
{
    double give_up = omp_get_wtime() + PATIENCE;
    int yes = 0;

    do {
#pragma omp flush
        yes = passed;
        if (omp_get_wtime() > give_up)
            yes = late = 1;
    } while (!yes);
}

static void pass(void)
{
    passed = 1;
#pragma omp flush
}

static void orphaned(void)
{
    int i;
#pragma omp for schedule(static, 1) nowait
    for (i = 0; i < 2; i++)
        if (i == 1)
            await_another();
    if (omp_get_thread_num() == 0)
        pass();
}

int main(void)
{
    int i, sum = 0, squares[40];

#pragma omp parallel num_threads(2)
    {
#pragma omp for nowait schedule(static)
        for (i = 0; i < 10; i++)
            if (i == 9)
                await_another();
        if (omp_get_thread_num() == 0)
            pass();
    }
    CHECK(passed && !late);
    passed = 0;

#pragma omp parallel num_threads(2)
    orphaned();
    CHECK(passed && !late);

    /* Loops that do not depend on one another need no barrier between them. */
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(dynamic, 3) nowait
        for (i = 0; i < 20; i++)
            squares[i] = i * i;
#pragma omp for schedule(guided)
        for (i = 39; i >= 20; i--)
            squares[i] = i * i;
#pragma omp for reduction(+ : sum)
        for (i = 0; i < 40; i++)
            sum += squares[i];
    }
    CHECK(sum == 20540);
    return check_result("nowait");
}
