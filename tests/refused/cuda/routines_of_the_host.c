/*
 * Routines that the device does not have, in a region and in a function that one calls.
 * refused: 12 E0404 `omp_set_schedule` cannot be called on the device | a routine that only the host has
 * refused: 19 E0404 `omp_target_alloc` cannot be called on the device | a routine that only the host has
 */
#include <omp.h>

static int level(void)
{
    int kind = omp_get_level() + omp_get_team_size(1);
    if (kind > 9)
        omp_set_schedule(omp_sched_dynamic, 1);
    return kind;
}

void f(void **v)
{
    #pragma omp parallel
    v[level()] = omp_target_alloc(9, 0);
}
