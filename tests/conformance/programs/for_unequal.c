/*
 * A loop whose header has != (5.0, 2.9.1): the step, a constant expression that is one, tells where it ends.
 *
 * cross: reduction(+ : sum) => firstprivate(sum)
 * cross: #pragma omp for
 */
#include "check.h"

#define N 1000
#define STEP (1)

enum { down = STEP - 2 };

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
    for (i = 0; i < N; i++)
        count[i]--;
#pragma omp parallel for
    for (i = N - 1; i != -1; i += down)
        count[i]++;
#pragma omp parallel for
    for (i = 0; i != N; i = STEP + i)
        count[i] += i % 2;
#pragma omp parallel for
    for (i = 0; i != N; i -= -1)
        count[i] -= i % 2;
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
