/*
 * The other half.
 */
#include "shared.h"

extern int counter;
extern double field[50];

#pragma gpump accessible
static double twice(double x)
{
    return 2 * x;
}

void set_all(double value)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < 50; i++)
        field[i] = twice(value) - value;
    counter++;
}

void scale(double *v, int n, double by)
{
    #pragma gpump accessible(field)
    int i;

    #pragma omp parallel for
    for (i = 0; i < n; i++)
        v[i] *= by;
    counter += 10;
}

double total(void)
{
    double sum = 0;
    int i;

    for (i = 0; i < 50; i++)
        sum += field[i];
    return sum;
}
