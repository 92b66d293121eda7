/*
 * Pointers exchanged inside a region are host pointers again behind it (5.4).
 * threads: 4
 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    float *now = gpump_malloc(8 * sizeof(float)), *next = gpump_malloc(8 * sizeof(float));
    float *first = now, **indirect = &now;
    int i, step;

    for (i = 0; i < 8; i++)
        now[i] = i, next[i] = 0;
    #pragma omp parallel private(step)
    {
        for (step = 0; step < 3; step++) {
            #pragma omp for
            for (i = 0; i < 8; i++)
                next[i] = now[(i + 1) % 8] + 1;
            #pragma omp master
            {
                float *swap = now;
                now = next;
                next = swap;
            }
            #pragma omp barrier
        }
    }
    printf("%d %d %d\n", next == first, now != next, *indirect == now);
    for (i = 0; i < 8; i++)
        printf("%g ", now[i]);
    printf("\n");
    gpump_free(now);
    gpump_free(next);
    return 0;
}
