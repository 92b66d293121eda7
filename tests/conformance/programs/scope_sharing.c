/*
 * In a scope region all threads come to what stands there: loops, sections and single are shared out, barriers are met (5.1, 2.9).
 *
 * cross: #pragma omp for
 * cross: #pragma omp single
 * cross: #pragma omp barrier
 * cross: reduction(+ : sum) => private(sum)
 */
#include <omp.h>

#include "check.h"

#define N 400

static int times[N], first, second, met, come[4];

static void wait_a_little(void)
{
    double until = omp_get_wtime() + 0.001 * (1 + omp_get_thread_num());

    while (omp_get_wtime() < until)
        continue;
}

int main(void)
{
    int sum = 0, once = 0, alone = 0, right = 1;

#pragma omp parallel num_threads(4)
#pragma omp scope reduction(+ : sum)
    {
        int me = omp_get_thread_num();
#pragma omp for
        for (int i = 0; i < N; i++) {
#pragma omp atomic
            times[i]++;
            sum += i;
        }
#pragma omp sections
        {
#pragma omp atomic
            first++;
#pragma omp section
#pragma omp atomic
            second++;
        }
#pragma omp single
        {
#pragma omp atomic
            once++;
        }
        wait_a_little();
        come[me] = 1;
#pragma omp barrier
#pragma omp atomic
        met += come[0] + come[1] + come[2] + come[3] == 4;
#pragma omp masked
        {
#pragma omp atomic
            alone++;
        }
#pragma omp scope
        {
#pragma omp atomic
            alone++;
        }
    }
    for (int i = 0; i < N; i++)
        right = right && times[i] == 1;
    CHECK(right && sum == N * (N - 1) / 2);
    CHECK(first == 1 && second == 1 && once == 1);
    CHECK(met == 4);
    CHECK(alone == 5);
    return check_result("worksharing in scope");
}
