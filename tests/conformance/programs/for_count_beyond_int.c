/*
 * A loop of more iterations than an int counts (2.5.1).
 *
 * not simulated: billions of iterations
 * cross: #pragma omp for schedule(static)
 */
#include "check.h"

int main(void)
{
    const long long n = 2150000000LL;
    long long count = 0, i, first_seen = -1, last_seen = -1;

#pragma omp parallel num_threads(2) reduction(+ : count)
    {
        long long mine = 0;
#pragma omp for schedule(static)
        for (i = 0; i < n; i++) {
            mine++;
            if (i == 0)
                first_seen = i;
            if (i == n - 1)
                last_seen = i;
        }
        count += mine;
    }
    CHECK(count == n);
    CHECK(first_seen == 0);
    CHECK(last_seen == n - 1);

    /* Chunks of such a size, too: the second is short. */
    count = 0;
#pragma omp parallel for schedule(dynamic, 2147483700) reduction(+ : count)
    for (i = 0; i < n; i += 430)
        count++;
    CHECK(count == n / 430);
    return check_result("2150000000 iterations");
}
