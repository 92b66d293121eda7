/*
 * Variable-length arrays of each thread (C99): declared in a region, in
 * functions called from it, private and firstprivate.
 *
 * cross: private(scratch, k) => private(k)
 * cross: firstprivate(start) => private(start)
 */
#include <omp.h>
#include "check.h"

#define THREADS 4

static long sum_of_squares(int n)
{
    long squares[n], sum = 0;
    int k;

    for (k = 0; k < n; k++)
        squares[k] = (long)k * k;
#pragma omp barrier
    for (k = 0; k < n; k++)
        sum += squares[k];
    return sum;
}

int main(void)
{
    int n = 10 + check_failures, k, wrong = 0;
    int scratch[n], start[n + 1];
    long squares = 0;

    for (k = 0; k < n; k++) {
        scratch[k] = -1;
        start[k] = 7 * k;
    }
    start[n] = 70;
#pragma omp parallel private(scratch, k) reduction(+ : wrong) num_threads(THREADS)
    {
        int me = omp_get_thread_num(), own[me + 1][2];

        for (k = 0; k < n; k++)
            scratch[k] = me * k;
        for (k = 0; k <= me; k++)
            own[k][0] = own[k][1] = me + k;
#pragma omp barrier
        for (k = 0; k < n; k++)
            wrong += scratch[k] != me * k;
        for (k = 0; k <= me; k++)
            wrong += own[k][0] + own[k][1] != 2 * (me + k);
        wrong += sizeof scratch != (size_t)n * sizeof(int);
    }
    CHECK(wrong == 0);
    CHECK(scratch[n - 1] == -1);

#pragma omp parallel firstprivate(start) private(k) reduction(+ : wrong) num_threads(THREADS)
    {
        int me = omp_get_thread_num();

        start[me] += 1000;
#pragma omp barrier
        for (k = 0; k <= n; k++)
            wrong += start[k] != 7 * k + (k == me ? 1000 : 0);
    }
    CHECK(wrong == 0);
    CHECK(start[0] == 0);
#pragma omp parallel reduction(+ : squares) num_threads(THREADS)
    squares += sum_of_squares(3 + omp_get_thread_num());
    CHECK(squares == 5 + 14 + 30 + 55);
    return check_result("private variable-length arrays");
}
