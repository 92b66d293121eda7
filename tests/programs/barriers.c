/*
 * Barriers in sequence and in a loop that all threads run alike: what one
 * thread wrote before, its neighbour reads after (8.2.4).
 * threads: 31
 */
#include <stdio.h>
#include <omp.h>

int main(void)
{
    int ring[64], other[64], round, i, sum = 0;

    #pragma omp parallel private(round)
    {
        int me = omp_get_thread_num(), team = omp_get_num_threads();
        int right = (me + 1) % team;

        ring[me] = me;
        #pragma omp barrier
        for (round = 0; round < 5; round++) {
            other[right] = ring[me] + 1;
            #pragma omp barrier
            ring[me] = other[me];
            #pragma omp barrier
        }
    }
    for (i = 0; i < 31; i++)
        sum += ring[i];
    printf("%d %d %d\n", ring[0], ring[30], sum);
    return 0;
}
