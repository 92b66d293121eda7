/*
 * unroll (5.1, 2.9.11.2; 5.2, 9.2) changes no iterations of a loop: alone, in loops that are shared out, orphaned, and outside of regions.
 *
 * cross: #pragma omp for
 * cross: reduction(+ : sum) => private(sum)
 */
#include "check.h"

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

static long orphaned(int n)
{
    long sum = 0;
    int i;
#pragma omp unroll
    for (i = 0; i < n; i++)
        sum += i;
    return sum + i;
}

int main(void)
{
    int all[100] = {0};
    long sum = 0;

#pragma omp parallel num_threads(4)
    {
#pragma omp for
        for (int i = 0; i < 100; i++) {
#pragma omp unroll partial(3)
            for (int j = 0; j < 10; j++)
                all[i] += j;
            all[i] += (int)orphaned(3);
#pragma omp unroll full
            for (int j = 10; j > 0; j -= 4)
                all[i] += j;
        }
        int own = 0;
#pragma omp unroll partial
        for (int j = 0; j < 5; j++)
            own += j;
#pragma omp atomic
        sum += own;
    }
    CHECK(sum == 40);
    for (int i = 0; i < 100; i++)
        CHECK(all[i] == 45 + 6 + 18);

    sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += orphaned(i);
    CHECK(sum == 166650);
    sum = 0;
#pragma omp unroll partial(2)
    for (int i = 0; i < 7; i++)
        sum += i;
    CHECK(sum == 21);
    return check_result("unroll");
}
