/*
 * firstprivate (2.8.3.4): each thread's new variable begins with the
 * original's value; the original stays.
 *
 * cross: firstprivate(x) => private(x)
 * cross: firstprivate(x, offset) => shared(x, offset)
 * cross: firstprivate(low, high) => private(low, high)
 */
#include <omp.h>
#include "check.h"

static long low = 10, high = 20;

static long walk(int steps)
{
    long sum = 0;
    int k;

    /* orphaned: in the loop there are new ones, and the shared ones stay */
#pragma omp for firstprivate(low, high) schedule(static, 1)
    for (k = 0; k < steps; k++) {
        low--;
        high++;
        sum += high - low;
    }
    return sum + low - high;
}

int main(void)
{
    int x = 7, sum = 0, k, wrong = 0;
    double offset = 0.25, total = 0;

#pragma omp parallel firstprivate(x) reduction(+ : sum) num_threads(4)
    {
        x += omp_get_thread_num();
        sum += x;
    }
    CHECK(x == 7);
    CHECK(sum == 4 * 7 + 6);

    for (k = 0; k < 3; k++) {
        x = 10 * k;
#pragma omp parallel firstprivate(x, offset) reduction(+ : total, wrong) num_threads(4)
        {
            int mine = 10 * k + omp_get_thread_num();
            x += omp_get_thread_num();
#pragma omp barrier
            wrong += x != mine;
            offset *= 2;
            total += offset;
#pragma omp barrier
        }
        CHECK(x == 10 * k);
    }
    CHECK(offset == 0.25);
    CHECK(total == 3 * 4 * 0.5);
    CHECK(wrong == 0);

    /* on a combined construct, where the value lasts from iteration to iteration of a thread */
    x = 1;
    sum = 0;
#pragma omp parallel for firstprivate(x) schedule(static) reduction(+ : sum) num_threads(4)
    for (k = 0; k < 12; k++) {
        x *= 2;
        sum += x;
    }
    CHECK(sum == 4 * (2 + 4 + 8));
    CHECK(x == 1);
    total = 0;
#pragma omp parallel reduction(+ : total) num_threads(4)
    total += (double)walk(4);
    CHECK(total == 4 * (12 - 10));
    return check_result("firstprivate");
}
