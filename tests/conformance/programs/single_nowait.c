/*
 * single nowait (2.5.3): the others do not wait. Here the one who runs it
 * waits until another has passed.
 *
 * cross: #pragma omp single nowait => #pragma omp single
 * cross: #pragma omp single private(k) nowait
 */
#include <omp.h>
#include "check.h"

static int passed, late, runs;

static void await(void)
{
    double give_up = omp_get_wtime() + PATIENCE;
    int yes = 0;

    while (!yes && !late) {
#pragma omp flush(passed)
        yes = passed;
        late = omp_get_wtime() > give_up;
    }
}

static void step(void)
{
    int mine = 0;
#pragma omp single nowait
    {
        mine = 1;
        await();
    }
    if (!mine) {
        passed = 1;
#pragma omp flush(passed)
    }
}

int main(void)
{
    int i, k, items[100] = {0};

#pragma omp parallel num_threads(2)
    step();
    CHECK(passed == 1);
    CHECK(late == 0);

    /* handing out work: each is done by whoever comes first */
#pragma omp parallel private(i) num_threads(4)
    for (i = 0; i < 100; i++) {
#pragma omp single private(k) nowait
        {
            for (k = 0; k < i; k++)
                items[i]++;
#pragma omp atomic
            runs++;
        }
    }
    CHECK(runs == 100);
    for (i = 0; i < 100; i++)
        CHECK(items[i] == i);
    return check_result("single nowait");
}
