/*
 * A file with routines and allocation only, and none with a region.
 */
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

int main(void)
{
    int *p = gpump_malloc(sizeof *p);

    *p = omp_get_num_threads() + 10 * omp_in_parallel();
    printf("%d\n", *p);
    gpump_free(p);
    return 0;
}
