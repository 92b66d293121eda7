/*
 * What later versions of OpenMP brought to clauses, statements and routines.
 * refused: 16 E0101 `max` does not fit into the directive | came later
 * refused: 19 E0101 `auto` does not fit into the directive | came later
 * refused: 22 E0102 unknown OpenMP clause `write` | came later
 * refused: 24 E0102 unknown OpenMP clause `read` | came later
 * refused: 24 E0102 unknown OpenMP clause `acquire` | came later
 * refused: 26 E0203 `omp_get_max_active_levels` is no routine of OpenMP 2.5 | came later
 */
#include <omp.h>

void f(int n, int *v)
{
    int i;

    #pragma omp parallel for reduction(max : n)
    for (i = 0; i < 9; i++)
        n = n > i ? n : i;
    #pragma omp parallel for schedule(auto)
    for (i = 0; i < 9; i++)
        v[i] = 0;
    #pragma omp atomic write
    v[0] = 2;
    #pragma omp atomic read acquire
    n = v[0];
    v[1] = omp_get_max_active_levels();
}
