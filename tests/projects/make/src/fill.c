/* One region; its kernel has the number 0, as those of the library have. */
#include <omp.h>

#include "vector.h"

int team;

void fill(vector *v, int factor)
{
    int data[SIZE], i;
    static const int offset = 1;

#pragma omp parallel for shared(data) num_threads(32)
    for (i = 0; i < SIZE; i++)
        data[i] = factor * i;
    for (i = 0; i < v->length; i++)
        v->data[i] = data[i] + offset;
    team = omp_get_num_threads();
}
