/*
 * Routines that say what the environment does, in a program that has no region on the host and so is linked without a library for it.
 *
 * regions: 1 of 1 on the device
 * environment: OMP_MAX_TASK_PRIORITY=42
 * never refused: there is nothing to refuse
 */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int count = 0, places = omp_get_num_places(), i;
#pragma omp parallel for reduction(+ : count)
    for (i = 0; i < 100; i++)
        count += i % 2;
    printf("%d %d %d\n", count, omp_get_max_task_priority(), omp_get_cancellation());
    printf("%d\n", places >= 0 && omp_get_place_num() < places + 1);
    return 0;
}
