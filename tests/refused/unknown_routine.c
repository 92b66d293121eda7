/*
 * Names that look like routines and are none.
 * refused: 10 E0203 `omp_get_thread_number` is no routine of OpenMP up to 5.2 | unknown
 * refused: 10 E0401 `omp_get_level` is not translated
 */
#include <omp.h>

int f(void)
{
    return omp_get_thread_number() + omp_get_level();
}
