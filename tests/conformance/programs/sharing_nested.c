/*
 * Sharing in a region within a region (2.8.1.1): what is private to a thread of
 * the outer one is shared by the team of the inner one, unless a clause says
 * otherwise.
 *
 * cross: private(inner) => shared(inner)
 * cross: firstprivate(first)
 */
#include <omp.h>
#include "check.h"

#define OUTER 3
#define INNER 2

static int wrong;

static void fail_unless(int right)
{
    if (!right) {
#pragma omp atomic
        wrong++;
    }
}

int main(void)
{
    int outer, inner = -1, first = 7;

    omp_set_nested(1);
#pragma omp parallel private(outer) num_threads(OUTER)
    {
        int me = omp_get_thread_num(), size = 1, sum = 0, last = -1;

        outer = 100 * me;
#pragma omp parallel private(inner) firstprivate(first) num_threads(INNER)
        {
#pragma omp master
            size = omp_get_num_threads();
            inner = me + omp_get_thread_num();
            first += inner;
#pragma omp critical
            outer += 1;
#pragma omp barrier
            fail_unless(inner == me + omp_get_thread_num());
            fail_unless(first == 7 + inner);
        }
        fail_unless(outer == 100 * me + size);
#pragma omp parallel for reduction(+ : sum) lastprivate(last) num_threads(INNER)
        for (int k = 0; k < 10; k++) {
            sum += k + outer;
            last = k;
        }
        fail_unless(sum == 45 + 10 * outer && last == 9);
    }
    CHECK(wrong == 0);
    CHECK(inner == -1 && first == 7);
    return check_result("sharing in nested regions");
}
