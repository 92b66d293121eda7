/*
 * What later versions of OpenMP brought to clauses, statements and routines.
 * refused: 12 E0102 unknown OpenMP clause `proc_bind` | came later
 * refused: 15 E0102 unknown OpenMP clause `compare` | came later
 * refused: 17 E0203 `omp_get_max_active_levels` is no routine of OpenMP 2.5 | came later
 */
#include <omp.h>

void f(int *v)
{
    int i;
    #pragma omp parallel for proc_bind(close)
    for (i = 0; i < 9; i++)
        v[i] = 0;
    #pragma omp atomic compare
    v[0] += 1;
    v[1] = omp_get_max_active_levels();
}
