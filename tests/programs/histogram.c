/*
 * A histogram: private arrays of counts, put together in shared memory without
 * any lock, row by row (8.2.5).
 * threads: 4
 */
#include <stdio.h>
#include <string.h>
#include <omp.h>

#define BINS 8
#define TEAM 64

static unsigned char image[1024];
static int rows[TEAM][BINS];
int histogram[BINS];

int main(void)
{
    int count[BINS];
    int i, bin, used = 0;

    for (i = 0; i < 1024; i++)
        image[i] = (unsigned char)(i * i + 3 * i);

    #pragma omp parallel private(count, bin) reduction(+: used)
    {
        int me = omp_get_thread_num();
        for (bin = 0; bin < BINS; bin++)
            count[bin] = 0;
        #pragma omp for
        for (i = 0; i < 1024; i++)
            count[image[i] / (256 / BINS)]++;
        memcpy(rows[me], count, sizeof count);
        used += 1;
    }
    for (i = 0; i < used; i++)
        for (bin = 0; bin < BINS; bin++)
            histogram[bin] += rows[i][bin];
    for (bin = 0; bin < BINS; bin++)
        printf("%d%c", histogram[bin], bin == BINS - 1 ? '\n' : ' ');
    return 0;
}
