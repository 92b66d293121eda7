/*
 * Loops, regions and directives with other statements behind them on the line.
 * threads: 3
 */
#include <stdio.h>

int main(void)
{
    int v[4], i, x = 0, y = 0, z = 0;

    #pragma omp parallel
    {
        #pragma omp for
        for (i = 0; i < 4; i++) v[i] = i; x = 5; }
    #pragma omp parallel
    { int k = 1;
        #pragma omp for nowait
        for (i = 0; i < 4; i++) v[i] += k; if (k == 1) y = 6; else y = 7; }
    #pragma omp parallel
    {
        #pragma omp for
        for (i = 0; i < 4; i++) { v[i] *= 2; } { z = 8; }
        #pragma omp barrier
        #pragma omp master
        z++; } printf("%d ", z);
    #pragma omp parallel for
    for (i = 0; i < 4; i++) v[i]--; printf("%d %d %d %d\n", v[0], v[3], x, y); return 0; }
