/*
 * What a region may consist of (1.2.2): any structured block - a block, a
 * loop, a branch, a switch, a labelled jump within, an expression, nothing.
 *
 * cross: #pragma omp parallel num_threads(4)
 */
#include <omp.h>
#include "check.h"

static int tally[8];

static int enter(int which)
{
#pragma omp atomic
    tally[which]++;
    return which;
}

int main(void)
{
    int i, key = 3;

#pragma omp parallel num_threads(4)
    enter(0);

#pragma omp parallel
    ;

#pragma omp parallel
    {
    }

#pragma omp parallel num_threads(4)
    if (omp_get_thread_num() % 2 == 0)
        enter(1);
    else
        enter(2);

#pragma omp parallel private(i) num_threads(4)
    for (i = 0; i < 5; i++)
        enter(3);

#pragma omp parallel num_threads(4)
    switch (key + omp_get_thread_num()) {
    case 3:
    case 4:
        enter(4);
        break;
    case 5:
        enter(5);
        /* fall through */
    default:
        enter(6);
    }

#pragma omp parallel num_threads(4)
    {
        int left = 3;
    again:
        enter(7);
        if (--left > 0)
            goto again;
        do {
            if (left == 2)
                break;
        } while (++left < 10);
        while (left-- > 0)
            continue;
    }
    CHECK(tally[0] == 4);
    CHECK(tally[1] == 2);
    CHECK(tally[2] == 2);
    CHECK(tally[3] == 20);
    CHECK(tally[4] == 2);
    CHECK(tally[5] == 1);
    CHECK(tally[6] == 2);
    CHECK(tally[7] == 12);
    return check_result("statements");
}
