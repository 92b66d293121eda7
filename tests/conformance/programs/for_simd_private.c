/*
 * `for simd` over a variable that is private in the region: nobody gets its last value; the program reads another `i`.
 * A `simd` of one thread leaves its value to this thread.
 *
 * cross: #pragma omp for simd
 */
#include "check.h"

int main(void)
{
    int i, n = 10, y[10] = {0}, left = 0;

#pragma omp parallel num_threads(2) shared(n, y) private(i) reduction(+ : left)
    {
        i = 0;
#pragma omp for simd
        for (i = 0; i < n; i++)
            y[i] += i;
#pragma omp simd
        for (i = 0; i < n; i++)
            ;
        left += i;
    }
    CHECK(left == 2 * n);
    for (i = 0; i < n; i++)
        CHECK(y[i] == i);
    CHECK(i == n);
    return check_result("for simd over a private variable");
}
