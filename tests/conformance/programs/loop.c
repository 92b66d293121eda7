/*
 * loop (5.0, 2.9.5; 5.2, 11.7): bound to a parallel region it shares iterations out, bound to a thread it is a plain loop; the variables
 * that count its loops are lastprivate.
 *
 * cross: bind(parallel) => bind(thread)
 */
#include <omp.h>

#include "check.h"

#define N 1000

static int counts[N], grid[20][30];

static void orphaned(int n)
{
#pragma omp loop bind(parallel)
    for (int i = 0; i < n; i++)
        counts[i]++;
}

static int alone(int n)
{
    int sum = 0, i;
#pragma omp loop bind(thread) reduction(+ : sum)
    for (i = 0; i < n; i++)
        sum += i;
    return sum + i;
}

int main(void)
{
    int i, j, last = -1, right = 0;
    long sum = 0;

#pragma omp parallel num_threads(4)
    {
#pragma omp loop
        for (i = 0; i < N; i++)
            counts[i]++;
        orphaned(N);
#pragma omp loop bind(parallel) reduction(+ : sum) lastprivate(last)
        for (last = 0; last < N; last++)
            sum += last;
#pragma omp loop collapse(2) order(concurrent)
        for (int k = 0; k < 20; k++)
            for (int m = 0; m < 30; m++)
                grid[k][m] += k * m;
#pragma omp for
        for (int k = 0; k < 8; k++) {
            int own, times = 0;
#pragma omp loop bind(thread)
            for (own = k; own < 8; own++)
                times++;
#pragma omp atomic
            right += own == 8 && times == 8 - k;
        }
#pragma omp critical
        right += alone(10) == 55;
    }
    CHECK(i == N);
    CHECK(right == 12);
    CHECK(sum == (long)N * (N - 1) / 2);
    CHECK(last == N);
    for (int k = 0; k < N; k++)
        CHECK(counts[k] == 2);
    for (int k = 0; k < 20; k++)
        for (int m = 0; m < 30; m++)
            CHECK(grid[k][m] == k * m);

    sum = 0;
#pragma omp parallel loop private(j) reduction(+ : sum) collapse(2) num_threads(4)
    for (int k = 0; k < 10; k++)
        for (j = 0; j < 10; j++)
            sum += 10 * k + j;
    CHECK(sum == 4950);

    /* Each thread has its own t, and shares the iterations out. */
    int t = 3, different = 0;
#pragma omp parallel loop private(t) reduction(+ : different)
    for (int k = 0; k < N; k++) {
        t = k;
        counts[k] += t;
        different += counts[k] != k + 2;
    }
    CHECK(t == 3);
    CHECK(different == 0);

    orphaned(N);
    CHECK(counts[10] == 13);
    CHECK(alone(4) == 10);
    return check_result("loop");
}
