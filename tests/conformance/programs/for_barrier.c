/*
 * The barrier at the end of a loop without nowait (2.5.1): what a loop wrote
 * the next may read.
 *
 * cross: #pragma omp for schedule(static, 1) => #pragma omp for schedule(static, 1) nowait
 */
#include <omp.h>
#include "check.h"

#define N 64

int main(void)
{
    int a[N], b[N], i, round, wrong = 0;

    for (round = 0; round < 4; round++) {
        for (i = 0; i < N; i++)
            a[i] = b[i] = -1;
#pragma omp parallel shared(a, b) num_threads(4)
        {
#pragma omp for schedule(static, 1)
            for (i = 0; i < N; i++) {
                double until = omp_get_wtime() + (i % 4 == 3 ? 0.001 : 0);
                while (omp_get_wtime() < until)
                    continue;
                a[i] = i;
            }
#pragma omp for
            for (i = 0; i < N; i++)
                b[i] = a[N - 1 - i];
#pragma omp for reduction(+ : wrong)
            for (i = 0; i < N; i++)
                wrong += b[N - 1 - i] != i;
        }
    }
    CHECK(wrong == 0);
    return check_result("barrier of a loop");
}
