/*
 * A name that looks like a routine and is none.
 * refused: 10 E0203 `omp_get_thread_number` is no routine of OpenMP 2.5
 * refused: 10 E0203 `omp_get_level` is no routine of OpenMP 2.5
 */
#include <omp.h>

int f(void)
{
    return omp_get_thread_number() + omp_get_level();
}
