/*
 * schedule(auto) (3.0, 2.5.1): each iteration is run once, by whichever thread.
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
#pragma omp for schedule(auto)
    for (i = 0; i < N; i++)
        count[i]++;
}

int main(void)
{
    int i, wrong = 0;
    long sum = 0;

#pragma omp parallel num_threads(4)
    fill();
#pragma omp parallel for schedule(auto) reduction(+ : sum)
    for (i = N; i > 0; i -= 2)
        sum += i;
    for (i = 0; i < N; i++)
        wrong += count[i] != 1;
    CHECK(wrong == 0);
    CHECK(sum == 250500);
    return check_result("auto schedule");
}
