/*
 * Odd-even transposition sort: phases that only the barriers of their loops
 * keep apart.
 *
 * cross: schedule(static, 1) // phase => schedule(static, 1) nowait
 */
#include <omp.h>
#include "check.h"

#define N 48

static int v[N];

static void exchange(int *a, int *b)
{
    double until = omp_get_wtime() + 0.00002;
    int t = *a;

    if (t <= *b)
        return;
    while (omp_get_wtime() < until)
        continue;
    *a = *b;
    *b = t;
}

int main(void)
{
    int k;

    for (k = 0; k < N; k++)
        v[k] = (N - k) * 31 % 101;
#pragma omp parallel num_threads(4)
    {
        int phase, i;

        for (phase = 0; phase < N; phase++) {
#pragma omp for schedule(static, 1) // phase
            for (i = phase % 2; i < N - 1; i += 2)
                exchange(&v[i], &v[i + 1]);
        }
    }
    for (k = 1; k < N; k++)
        CHECK(v[k - 1] <= v[k]);
    {
        long sum = 0, expected = 0;
        for (k = 0; k < N; k++) {
            sum += v[k];
            expected += (N - k) * 31 % 101;
        }
        CHECK(sum == expected);
    }
    return check_result("sort");
}
