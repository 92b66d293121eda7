/*
 * assert in a region: nothing where it holds. Its expression is evaluated once.
 *
 * cross: sum >= 0); => sum < 0);
 * cross: assert(++evaluated > 0);
 */
#include <assert.h>
#include "check.h"

static int checked_half(int n)
{
    assert(n % 2 == 0 && "an even number");
    return n / 2;
}

int main(void)
{
    int k, sum = 0, evaluations = 0;

#pragma omp parallel for reduction(+ : sum, evaluations) num_threads(4)
    for (k = 0; k < 100; k += 2) {
        int evaluated = 0;

        sum += checked_half(k);
        assert(sum >= 0);
        assert(++evaluated > 0);
        evaluations += evaluated;
    }
    CHECK(sum == 1225);
    CHECK(evaluations == 50);
    return check_result("assert");
}
