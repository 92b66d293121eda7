#include "grid.h"

#pragma gpump accessible
int moved(int cell, int steps)
{
    return (cell + steps) % CELLS;
}

void saturate(int *cells, int limit)
{
    int copy[CELLS], i;

    for (i = 0; i < CELLS; i++)
        copy[i] = cells[i];
#pragma omp parallel for shared(copy)
    for (i = 0; i < CELLS; i++)
        if (copy[i] > limit)
            copy[i] = limit;
    for (i = 0; i < CELLS; i++)
        cells[i] = copy[i];
}
