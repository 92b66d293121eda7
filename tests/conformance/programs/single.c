/*
 * The single construct (2.5.3): one thread of the team runs it, the others
 * wait for the end, unless nowait is given.
 *
 * cross: #pragma omp single
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

#define ROUNDS 30

static int runs, entered;

static void init_once(int **table, int n)
{
#pragma omp single
    {
        int i;

#pragma omp atomic
        entered++;
        *table = malloc((size_t)n * sizeof **table);
        for (i = 0; i < n; i++)
            (*table)[i] = i * i;
    }
}

int main(void)
{
    int *table = NULL, round, sum = 0;

#pragma omp parallel private(round) num_threads(4)
    for (round = 0; round < ROUNDS; round++) {
#pragma omp single
        {
#pragma omp atomic
            runs++;
        }
    }
    CHECK(runs == ROUNDS);

    /* orphaned; what it made is there for all when it ends */
#pragma omp parallel reduction(+ : sum) num_threads(4)
    {
        int i;

        init_once(&table, 50);
        for (i = omp_get_thread_num(); i < 50; i += 4)
            sum += table[i];
    }
    CHECK(sum == 40425);
    CHECK(entered == 1);
    free(table);

    /* a single outside a region is run by its thread */
    init_once(&table, 3);
    CHECK(entered == 2 && table[2] == 4);
    free(table);
    return check_result("single");
}
