/*
 * single (2.5.3) behind constructs without a barrier, where a thread waits for what the single construct does: whoever
 * comes first executes it, and not the thread that waits.
 *
 * cross: #pragma omp single nowait => #pragma omp single
 * cross: #pragma omp master => #pragma omp single
 */
#include <omp.h>
#include "check.h"

static volatile int released;
static int late, runs;

static void await(void)
{
    double give_up = omp_get_wtime() + PATIENCE;

    while (!released && !late)
        late = omp_get_wtime() > give_up;
#pragma omp atomic
    runs++;
}

/* The constructs of a function. */
static void step(void)
{
#pragma omp single nowait
    await();
#pragma omp single
    released = 1;
}

int main(void)
{
#pragma omp parallel num_threads(3)
    {
#pragma omp single nowait
        await();
#pragma omp single nowait
        await();
#pragma omp single
        released = 1;
    }
    CHECK(late == 0);
    CHECK(runs == 2);

    released = 0;
#pragma omp parallel num_threads(2)
    step();
    CHECK(late == 0);
    CHECK(runs == 3);

    released = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        await();
#pragma omp single
        released = 1;
    }
    CHECK(late == 0);
    CHECK(runs == 4);

    /* with nothing else in the region that asks for a team */
    int sum = 0;
    released = 0;
#pragma omp parallel num_threads(2) shared(sum)
    {
#pragma omp single nowait
        {
            double give_up = omp_get_wtime() + PATIENCE;
            while (!released && !late)
                late = omp_get_wtime() > give_up;
            sum += 1;
        }
#pragma omp single
        released = 1;
    }
    CHECK(late == 0);
    CHECK(sum == 1);
    return check_result("single awaited");
}
