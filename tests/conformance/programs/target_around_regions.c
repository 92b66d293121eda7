/*
 * Regions in target and target data (OpenMP 5.2, 13.5 and 13.8), which the host runs: the regions in them use the copies that target
 * makes of the scalars in it.
 * on the host: a target that may change its copy
 * cross: map(tofrom : sum)
 * cross: map(tofrom : counter)
 */
#include "check.h"

#define N 500

static double values[N], others[N];
static int counter, bound = 3;

int main(void)
{
    double sum = 0, factor = 2;
    int steps = 4;

#pragma omp target data map(tofrom : values) map(to : others[0 : N])
    {
        for (int step = 0; step < steps; step++) {
#pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                values[i] += step + others[i];
#pragma omp target update from(values)
            CHECK(values[N - 1] == step * (step + 1) / 2);
        }
#pragma omp target
#pragma omp teams distribute parallel for
        for (int i = 0; i < N; i++)
            values[i] *= 2;
    }
    CHECK(values[0] == 12);

#pragma omp target
    {
        factor = 0.5;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            values[i] *= factor;
        factor = 4;
#pragma omp parallel
        {
#pragma omp for
            for (int i = 0; i < N; i++)
                others[i] = factor * i;
        }
    }
    CHECK(factor == 2 && values[1] == 6 && others[1] == 4);

#pragma omp target map(tofrom : counter)
    {
        counter = 5;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            others[i] += counter;
    }
    CHECK(counter == 5 && others[2] == 13);

#pragma omp target map(tofrom : sum) firstprivate(bound)
    {
        bound = 10;
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < bound; i++)
            sum += others[i];
    }
    CHECK(bound == 3 && sum == 230);

    steps = 0;
    if (steps == 0)
#pragma omp target
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            values[i]++;
    CHECK(values[N - 1] == 7);
    return check_result("target_around_regions");
}
