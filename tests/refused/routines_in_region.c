/*
 * Routines that exist on the host only, and routines that are left out, called
 * in a region and in an accessible function (8.3).
 * refused: 14 E0402 `omp_get_wtime` cannot be called in a parallel region
 * refused: 21 E0402 `omp_get_max_threads` cannot be called in a parallel region
 * refused: 22 E0402 `omp_get_num_procs` cannot be called in a parallel region
 * refused: 23 E0401 `omp_set_lock` is not translated | left out
 */
#include <omp.h>

#pragma gpump accessible
double now(void)
{
    return omp_get_wtime();
}

void f(int *v, omp_lock_t *lock)
{
    #pragma omp parallel
    {
        v[0] = omp_get_max_threads();
        v[1] = omp_get_num_procs();
        omp_set_lock(lock);
        v[2] = (int)now();
    }
}
