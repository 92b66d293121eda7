/*
 * atomic (2.7.4) on floats that are subnormal, or become so, and the reduction of such: none is taken for zero.
 *
 * cross all: #pragma omp atomic
 * crossed with: -DTIMES=1500000
 */
#include <omp.h>
#include "check.h"

enum { THREADS = 4 };
#ifndef TIMES
#define TIMES 1000
#endif

static const float LEAST = 0x1p-149f;

static float up, down = THREADS * TIMES * 0x1p-149f, kept = 0x1p-140f, across = 0x1p-125f, large = 1, sum;
static double wide;

int main(void)
{
#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int i;

        for (i = 0; i < TIMES; i++) {
#pragma omp atomic
            up += LEAST;
#pragma omp atomic
            down -= LEAST;
#pragma omp atomic
            kept += 0.0f;
#pragma omp atomic
            large += 0x1p-126f;
#pragma omp atomic
            wide += 0x1p-1074;
            sum += LEAST;
        }
        if (omp_get_thread_num() == 0) {
#pragma omp atomic
            across -= 0x1.8p-126f;
        }
    }
    printf("%a %a %a %a %a %a %a\n", up, down, kept, across, large, sum, wide);
    CHECK(up == THREADS * TIMES * LEAST);
    CHECK(down == 0);
    CHECK(kept == 0x1p-140f);
    CHECK(across == 0x1p-127f);
    CHECK(large == 1);
    CHECK(sum == THREADS * TIMES * LEAST);
    CHECK(wide == THREADS * TIMES * 0x1p-1074);
    return check_result("atomic, subnormal");
}
