/*
 * atomic (2.7.4) on float and double: += -= *= /=, ++ and --.
 *
 * cross all: #pragma omp atomic
 * crossed with: -DTIMES=1500000
 */
#include <omp.h>
#include "check.h"

enum { THREADS = 4 };
#ifndef TIMES
#define TIMES 4000
#endif

static float f_sum = 0.25f, f_product = 1.5f, f_count;
static double d_sum = 0.25, d_product = 1.5, d_count;

/* orphaned */
static void sums(int n)
{
    int i;

    for (i = 0; i < n; i++) {
#pragma omp atomic
        f_sum += 0.5f;
#pragma omp atomic
        d_sum += 0.5;
    }
    for (i = 0; i < n; i++) {
#pragma omp atomic
        f_sum -= 1;
#pragma omp atomic
        d_sum -= 1.0f;
    }
}

int main(void)
{
#pragma omp parallel num_threads(THREADS)
    {
        int i;

        sums(TIMES);
#pragma omp barrier
        for (i = 0; i < TIMES; i++) {
#pragma omp atomic
            f_product *= 2;
#pragma omp atomic
            f_product /= 2;
        }
#pragma omp barrier
        for (i = 0; i < TIMES; i++) {
#pragma omp atomic
            d_product /= 4;
#pragma omp atomic
            d_product *= 4;
        }
#pragma omp barrier
        for (i = 0; i < TIMES; i++) {
#pragma omp atomic
            f_count++;
#pragma omp atomic
            --d_count;
        }
#pragma omp barrier
        for (i = 0; i < TIMES / 2; i++) {
#pragma omp atomic
            f_count--;
#pragma omp atomic
            ++d_count;
        }
    }
    printf("%g %g %g %g %g %g\n", f_sum, d_sum, f_product, d_product, f_count, d_count);
    CHECK(f_sum == 0.25f - 0.5f * THREADS * TIMES);
    CHECK(d_sum == 0.25 - 0.5 * THREADS * TIMES);
    CHECK(f_product == 1.5f);
    CHECK(d_product == 1.5);
    CHECK(f_count == THREADS * TIMES / 2);
    CHECK(d_count == -THREADS * TIMES / 2);
    return check_result("atomic, floating");
}
