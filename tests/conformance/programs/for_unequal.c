/*
 * A loop whose header has != (5.0, 2.9.1): the step, which is one, tells where it ends.
 *
 * cross: reduction(+ : sum) => firstprivate(sum)
 * cross: #pragma omp for
 */
#include "check.h"

#define N 1000

static int count[N];

static void fill(void)
{
    int i;
#pragma omp for
    for (i = 0; i != N; i++)
        count[i]++;
}

int main(void)
{
    int i, wrong = 0;
    long sum = 0;

#pragma omp parallel num_threads(4)
    fill();
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : sum)
    for (i = N; 0 != i; i -= 1)
        sum += i;
    for (i = 0; i < 2; i++) {
#pragma omp parallel for
        for (int j = 5; j != 5; ++j)
            count[j]++;
    }
    for (i = 0; i < N; i++)
        wrong += count[i] != 1;
    CHECK(wrong == 0);
    CHECK(sum == 500500);
    return check_result("unequal");
}
