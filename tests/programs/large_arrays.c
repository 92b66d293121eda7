/*
 * Arrays of megabytes, global and behind pointers; more iterations than any
 * team has threads.
 */
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 18)

static float field[N];

int main(void)
{
    double *heap = gpump_malloc(N * sizeof *heap);
    long ones = 0;
    int i;

    #pragma omp parallel for
    for (i = 0; i < N; i++) {
        field[i] = i & 1;
        heap[N - 1 - i] = i;
    }
    #pragma omp parallel for schedule(static, 100) reduction(+: ones)
    for (i = 0; i < N; i++)
        ones += (long)field[i] + (heap[i] == N - 1 - i);
    printf("%ld\n", ones);
    gpump_free(heap);
    return 0;
}
