#include "energy.h"

void scale(double *values, int n, double factor)
{
    int i;

#pragma omp parallel for
    for (i = 0; i < n; i++)
        values[i] *= factor;
}
