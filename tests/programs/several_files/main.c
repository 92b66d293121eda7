/*
 * A program of several files, each with regions of its own; what one file
 * declares another defines.
 * threads: 4
 */
#include <stdio.h>
#include "shared.h"

int counter;
double field[FIELD];

int main(void)
{
    int i, s = 0;

    set_all(1.5);
    #pragma omp parallel for reduction(+: s)
    for (i = 0; i < 100; i++)
        s += i;
    printf("%d %g\n", s, total());
    scale(field, FIELD, 2.0);
    printf("%g %d\n", total(), counter);
    return 0;
}
