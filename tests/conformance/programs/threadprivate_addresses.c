/*
 * The addresses of threadprivate variables (2.8.2), which a program may keep: the host reads and writes the copies of the
 * threads, and they are the same in the next region.
 *
 * cross: (*counts[i])++ => (*counts[0])++
 */
#include <omp.h>
#include "check.h"

#define THREADS 6

static int count;
static char names[3][8];
#pragma omp threadprivate(count, names)

int main(void)
{
    int *counts[THREADS], sum = 0, i;
    char (*all[THREADS])[8];

#pragma omp parallel num_threads(THREADS)
    {
        int me = omp_get_thread_num();

        count = me * me;
        counts[me] = &count;
        all[me] = names;
        names[2][1] = (char)('a' + me);
    }
    for (i = 0; i < THREADS; i++)
        sum += (*counts[i])++;
    CHECK(sum == 55);
    for (i = 0; i < THREADS; i++)
        CHECK(all[i][2][1] == 'a' + i && all[i][2][0] == '\0');
    sum = 0;
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    sum += count + (counts[omp_get_thread_num()] == &count);
    CHECK(sum == 55 + 6 + THREADS);
    return check_result("addresses of threadprivate variables");
}
