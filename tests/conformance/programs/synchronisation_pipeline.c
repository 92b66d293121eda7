/*
 * A pipeline of threads: each stage waits, by flush, for what the one before
 * it has done with an item.
 *
 * cross: done[stage] = item + 1; => ;
 * cross: while (!is_ready(stage, item)) => while (0)
 */
#include <omp.h>
#include "check.h"

#define STAGES 4
#define ITEMS 100

static int values[ITEMS], done[STAGES], late;

static int is_ready(int stage, int item)
{
    int ready;

#pragma omp flush
    ready = stage == 0 || done[stage - 1] > item;
    return ready;
}

static void work(int stage, int item)
{
    double give_up = omp_get_wtime() + PATIENCE, until;

    while (!is_ready(stage, item)) {
        if (omp_get_wtime() > give_up) {
#pragma omp atomic
            late++;
            break;
        }
    }
    if (stage == 0 && item % 10 == 0) {
        until = omp_get_wtime() + 0.0002;
        while (omp_get_wtime() < until)
            continue;
    }
    values[item] = values[item] * 10 + stage;
#pragma omp flush
    done[stage] = item + 1;
#pragma omp flush
}

int main(void)
{
    int k;

#pragma omp parallel num_threads(STAGES)
    {
        int item, stage = omp_get_thread_num(), behind = 0;

        for (item = 0; item < ITEMS && !behind; item++) {
            work(stage, item);
#pragma omp flush
            behind = late > 0;
        }
    }
    CHECK(late == 0);
    for (k = 0; k < ITEMS; k++)
        CHECK(values[k] == 123);
    return check_result("pipeline");
}
