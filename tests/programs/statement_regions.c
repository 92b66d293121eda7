/*
 * Regions that are one statement: an assignment, an empty statement, an empty
 * block, a call, a nested loop construct without braces.
 * threads: 3
 */
#include <stdio.h>
#include <omp.h>

#pragma gpump accessible
static void mark(int *v)
{
    v[omp_get_thread_num()] = 1;
}

int main(void)
{
    int v[3] = { 0, 0, 0 }, w[9], i, x = 0;
    #pragma gpump accessible(v)

    #pragma omp parallel
    ;
    #pragma omp parallel
    {
    }
    #pragma omp parallel num_threads(1)
    x = 7;
    #pragma omp parallel
    mark(v);
    #pragma omp parallel
    #pragma omp for
    for (i = 0; i < 9; i++)
        w[i] = i * x;
    #pragma omp parallel
    #pragma omp master
    x++;
    #pragma omp parallel for
    for (i = 0; i < 9; i++)
        ;
    #pragma omp parallel
    if (omp_get_thread_num() == 1)
        v[1] = 5;
    else
        v[omp_get_thread_num()]++;
    #pragma omp parallel
    for (int k = 0; k < 2; k++)
        v[omp_get_thread_num()] += k;
    printf("%d %d %d %d %d\n", x, v[0], v[1], v[2], w[8]);
    return 0;
}
