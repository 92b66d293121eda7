#include "vector.h"

long sum_of_squares(const vector *v)
{
    int data[SIZE], i;
    long sum = 0;

    for (i = 0; i < SIZE; i++)
        data[i] = v->data[i];
#pragma omp parallel for shared(data) reduction(+: sum)
    for (i = 0; i < SIZE; i++)
        sum += square(data[i]);
    return sum;
}
