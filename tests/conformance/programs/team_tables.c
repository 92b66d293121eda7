/*
 * A team for which nobody names a size (2.3, 3.2.3): tables by thread number hold it, those of
 * omp_get_max_threads() elements and those that were made for a processor's threads. On a GPU that
 * holds hundreds of thousands of threads, too.
 *
 * The size that the tests name is taken back, where that is possible: gcc's runtime has read it before main begins.
 *
 * cross: reduction(+ : sum) => firstprivate(sum)
 * cross: [omp_get_thread_num()] => [0]
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

#define N 5000
#define MAX_THREADS 256

static double partial[MAX_THREADS];
static long counts[MAX_THREADS];
static int own;
#pragma omp threadprivate(own)

static void count_one(void)
{
#pragma omp atomic
    counts[omp_get_thread_num()]++;
}

int main(void)
{
    int i, most, size = 0, arrived = 0, different = 0;
    double sum = 0, total = 0;
    long all = 0, *table;

    unsetenv("OMP_NUM_THREADS");
    most = omp_get_max_threads();
    CHECK(most >= 1 && most <= MAX_THREADS);
    CHECK(omp_get_num_procs() >= 1);
    table = calloc((size_t)most, sizeof *table);

    /* by number */
#pragma omp parallel private(i)
    {
        int me = omp_get_thread_num();
        partial[me] = 0;
#pragma omp for
        for (i = 0; i < N; i++)
            partial[me] += i;
#pragma omp master
        size = omp_get_num_threads();
    }
    CHECK(size == most);
    for (i = 0; i < size; i++)
        total += partial[i];
    CHECK(total == N * (N - 1.0) / 2);

    /* by number, in a function that a loop calls */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        count_one();
        table[omp_get_thread_num()]++;
    }
    for (i = 0; i < most; i++) {
        all += counts[i];
        different += table[i] != counts[i];
    }
    CHECK(all == N);
    CHECK(different == 0);

    /* in the order in which they come */
#pragma omp parallel
    {
        int mine;
#pragma omp critical
        mine = arrived++;
        if (mine < MAX_THREADS)
            partial[mine] = 1;
    }
    CHECK(arrived == most);

    /* variables of their own last from one region to another, whatever kind of region that is */
    different = 0;
#pragma omp parallel
    own = 7;
#pragma omp parallel for reduction(+ : different)
    for (i = 0; i < N; i++)
        different += own != 7;
    CHECK(different == 0);

    /* nobody can tell how many threads this one has */
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < N; i++)
        sum += i;
    CHECK(sum == N * (N - 1.0) / 2);
    free(table);
    return check_result("tables by thread number");
}
