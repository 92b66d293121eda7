/*
 * What later versions of OpenMP brought to clauses and statements.
 * refused: 11 E0102 unknown OpenMP clause `proc_bind` | came later
 * refused: 14 E0102 unknown OpenMP clause `compare` | came later
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
}
