/*
 * Regions in a row, bare ones and others, that change variables of file scope through pointers only: one without a value, one with.
 * They print, so that the host has to serve the device while it waits for them.
 */
#include <stdio.h>
#include <stdlib.h>

enum { REGIONS = 20, TIMES = 100 };

static unsigned int counter;
static unsigned int factor = 3;

static void serially(unsigned int *count, unsigned int *times)
{
#pragma omp parallel for num_threads(64)
    for (int i = 0; i < TIMES; i++) {
#pragma omp critical
        {
            count[0] = count[0] * times[0] + 1;
            times[0]++;
        }
        if (i == 7)
            printf("seven\n");
    }
}

static void at_once(unsigned int *count, unsigned int *times)
{
#pragma omp parallel for num_threads(64)
    for (int i = 0; i < TIMES; i++)
        if (i == 7) {
            count[0]++;
            times[0]++;
        }
}

int main(void)
{
    unsigned int *count = &counter, *times = &factor;
    for (int i = 0; i < REGIONS; i++) {
        serially(count, times);
        at_once(count, times);
    }
    return factor == 3 + REGIONS * (TIMES + 1) ? EXIT_SUCCESS : EXIT_FAILURE;
}
