#include <omp.h>

#include "grid.h"

double step(int *cells, int steps)
{
    int next[CELLS], i;
    double start = omp_get_wtime();

#pragma omp parallel for shared(next) firstprivate(steps)
    for (i = 0; i < CELLS; i++)
        next[i] = moved(i, steps);
    for (i = 0; i < CELLS; i++)
        cells[i] = next[i];
    return omp_get_wtime() - start;
}
