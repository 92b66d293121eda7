/*
 * omp_get_wtime and omp_get_wtick (3.4): seconds that pass, on the host and
 * in regions, by one clock.
 *
 * cross: omp_get_wtime() < begin + SPAN => 0
 */
#include <omp.h>
#include "check.h"

#define SPAN 0.02

static double spend(void)
{
    double begin = omp_get_wtime();

    while (omp_get_wtime() < begin + SPAN)
        continue;
    return omp_get_wtime() - begin;
}

int main(void)
{
    double start = omp_get_wtime(), inside = 0, before, tick = omp_get_wtick();
    int wrong = 0;

    CHECK(tick > 0 && tick < 0.1);
    before = spend();
    CHECK(before >= SPAN && before < 20);
#pragma omp parallel reduction(+ : wrong) num_threads(4)
    {
        double first = omp_get_wtime(), took = spend(), second = omp_get_wtime();

        wrong += took < SPAN || took > 20;
        wrong += second - first < SPAN;
        wrong += omp_get_wtick() <= 0 || omp_get_wtick() > 0.1;
        /* not before the region began, but for what two clocks may differ */
        wrong += first < start + SPAN / 2;
#pragma omp single
        inside = second - first;
    }
    CHECK(wrong == 0);
    CHECK(inside >= SPAN);
    CHECK(omp_get_wtime() - start >= 2 * SPAN - SPAN / 4);
    return check_result("time");
}
