/*
 * What later versions have that changes nothing of a result: proc_bind (4.0), modifiers of schedule (4.5), the hint of critical
 * (4.5), nontemporal, order(concurrent), allocate and the order of flush (5.0).
 *
 * cross: reduction(+ : sum) => firstprivate(sum)
 * cross: #pragma omp critical (turn) hint(0)
 * crossed with: -DN=1000000
 */
#include "check.h"

#ifndef N
#define N 1000
#endif

static int count[N];

int main(void)
{
    int i, wrong = 0, turns = 0;
    long sum = 0;

#pragma omp parallel num_threads(4) proc_bind(close)
    {
#pragma omp for schedule(monotonic : static, 4) order(concurrent) nowait
        for (i = 0; i < N; i++)
            count[i]++;
#pragma omp for schedule(nonmonotonic : dynamic, 7)
        for (i = 0; i < N; i++)
#pragma omp critical (turn) hint(0)
            turns++;
#pragma omp flush acq_rel
    }
#pragma omp parallel for reduction(+ : sum) allocate(sum) if(parallel : wrong == 0)
    for (i = 0; i < N; i++)
        sum += i;
#pragma omp simd nontemporal(count) order(concurrent) if(sum > 0)
    for (i = 0; i < N; i++)
        count[i]++;
    for (i = 0; i < N; i++)
        wrong += count[i] != 2;
    CHECK(wrong == 0);
    CHECK(turns == N);
    CHECK(sum == N * (N - 1L) / 2);
    return check_result("hints");
}
