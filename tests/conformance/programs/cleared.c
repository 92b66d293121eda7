/*
 * Blocks that are cleared where they are allocated: compilers make one call of it, and the device has to reach them all
 * the same.
 *
 * environment: GPUMP_EMULATOR_PAGEABLE=0
 * environment: GPUMP_EMULATOR_PAGEABLE=1
 * cross: block[k] += k => block[k] += 1
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define COUNT 1000

static long *cleared(size_t count)
{
    long *block = (long *)malloc(count * sizeof(long));
    memset(block, 0, count * sizeof(long));
    return block;
}

int main(void)
{
    long *block = cleared(COUNT);
    int k;

#pragma omp parallel for
    for (k = 0; k < COUNT; k++)
        block[k] += k;
    for (k = 0; k < COUNT; k++)
        CHECK(block[k] == k);
    free(block);
    return check_result("cleared");
}
