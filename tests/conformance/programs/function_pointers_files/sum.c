/* The regions. */
#include "sum.h"

int thrice(int x) { return 3 * x; }
void add_to(double *const restrict place, double value) { *place += value; }

double twice(double x) { return 2 * x; }

double sum_of(double (*of)(double), int count)
{
    double sum = 0;
    int i;
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < count; i++)
        sum += of(i);
    return sum;
}

void sort_all(int *numbers, size_t count, int (*order)(const void *, const void *))
{
#pragma omp parallel num_threads(2)
    {
#pragma omp single
        qsort(numbers, count, sizeof *numbers, order);
    }
}
