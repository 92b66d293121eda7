/*
 * A prefix sum in three phases: each thread its part, the master the offsets,
 * each thread the correction. What a thread learns in one phase it keeps in
 * private variables for the last (8.2.4).
 * threads: 8
 */
#include <stdio.h>
#include <omp.h>

#define N 203
#define MAX_THREADS 64

int main(void)
{
    int data[N], offset[MAX_THREADS + 1], i;

    for (i = 0; i < N; i++)
        data[i] = (i * 7) % 10;

    #pragma omp parallel shared(data, offset) private(i)
    {
        int me = omp_get_thread_num();
        int team = omp_get_num_threads();
        int first = N * me / team, last = N * (me + 1) / team;

        for (i = first + 1; i < last; i++)
            data[i] += data[i - 1];
        offset[me + 1] = last > first ? data[last - 1] : 0;
        #pragma omp barrier
        #pragma omp master
        {
            offset[0] = 0;
            for (i = 1; i <= team; i++)
                offset[i] += offset[i - 1];
        }
        #pragma omp barrier
        for (i = first; i < last; i++)
            data[i] += offset[me];
    }

    for (i = 0; i < N; i += 29)
        printf("%d ", data[i]);
    printf("| %d\n", data[N - 1]);
    return 0;
}
