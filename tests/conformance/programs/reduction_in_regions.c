/*
 * A reduction on a loop within a region (2.8.3.6): the original is complete
 * after the loop's barrier, and the region goes on with it.
 *
 * cross: reduction(+ : norm) => firstprivate(norm)
 * cross: norm = step; => norm += step;
 */
#include <math.h>
#include "check.h"

#define N 64

static double norm;

/* orphaned; norm is shared */
static void add_squares(const double *v)
{
    int i;
#pragma omp for reduction(+ : norm)
    for (i = 0; i < N; i++)
        norm += v[i] * v[i];
}

int main(void)
{
    double v[N], w[N];
    int i, step, wrong = 0;

    for (i = 0; i < N; i++)
        v[i] = i % 2 ? 3 : -4;
#pragma omp parallel private(step) reduction(+ : wrong) num_threads(4)
    for (step = 0; step < 10; step++) {
        double length;
#pragma omp single // reset
        norm = step;
        add_squares(v);
        length = sqrt(norm - step);
        wrong += fabs(length - 8 * sqrt(12.5)) > 1e-12;
#pragma omp for
        for (i = 0; i < N; i++)
            w[i] = v[i] / length;
#pragma omp barrier
    }
    CHECK(wrong == 0);
    CHECK(norm == 9 + 32 * 25);
    CHECK(fabs(w[1] * 8 * sqrt(12.5) - 3) < 1e-12);
    return check_result("reduction in a region");
}
