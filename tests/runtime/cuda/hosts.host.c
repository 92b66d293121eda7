/* Two threads of the host's program that run regions at the same time. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern gpump_region_t work_parallel0_region;

static void *work(void *argument)
{
    int *data = argument, round, i;
    for (round = 0; round < 200; round++) {
        int sum = 0;
        /* #pragma omp parallel for reduction(+ : sum) */
        {
            struct { int *data, *sum; } gpump_shared = {data, &sum};
            if (!gpump_parallel(&work_parallel0_region, 1, 0, &gpump_shared))
        for (i = 0; i < 100; i++) {
            data[i] += i;
            sum += data[i];
        }
        }
        data[100] = sum;
    }
    return NULL;
}

int main(void)
{
    int *data[3], k;
    pthread_t threads[2];
    for (k = 0; k < 3; k++)
        data[k] = calloc(101, sizeof(int));
    for (k = 0; k < 2; k++)
        pthread_create(&threads[k], NULL, work, data[k]);
    work(data[2]);
    for (k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    for (k = 0; k < 3; k++)
        printf("%d %d %d\n", data[k][1], data[k][99], data[k][100]);
    return 0;
}
