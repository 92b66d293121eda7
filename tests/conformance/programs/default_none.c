/*
 * default(none) (2.8.3.1): every variable has to be in a clause, but for those
 * whose sharing is predetermined: locals of the region, loop variables and
 * threadprivate variables.
 *
 * cross refused: shared(a, n)
 * cross refused: private(t)
 * cross: reduction(+ : sum) shared(v) => firstprivate(sum) shared(v)
 * cross: firstprivate(k) => shared(k)
 */
#include <omp.h>
#include "check.h"

#define N 1000

static int per_thread = 4;
#pragma omp threadprivate(per_thread)

static int twice(int x)
{
    static int calls;
    (void)calls;
    return 2 * x;
}

int main(void)
{
    int a[N], v[4] = {0}, i, n = N, t, k = 3, wrong = 0;
    long sum = 0;

#pragma omp parallel for default(none) shared(a, n) private(t)
    for (i = 0; i < n; i++) {
        t = twice(i);
        a[i] = t + 1;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    CHECK(sum == N * (N - 1L) + N);

    sum = 0;
#pragma omp parallel default(none) reduction(+ : sum) shared(v) firstprivate(k) num_threads(4)
    {
        int me = omp_get_thread_num(), step;

        for (step = 0; step < 1000; step++)
            sum += per_thread;
        k += me;
#pragma omp barrier
        v[me] = k;
        per_thread = me;
    }
    CHECK(sum == 16000);
    for (i = 0; i < 4; i++)
        wrong += v[i] != 3 + i;
    CHECK(wrong == 0);
    CHECK(k == 3);
    return check_result("default(none)");
}
