/*
 * The num_threads clause (2.4): a team has the size asked for, whatever
 * OMP_NUM_THREADS and omp_set_num_threads say.
 *
 * cross: num_threads(5)
 * cross: num_threads(n)
 * cross: num_threads(half(n))
 * cross: num_threads(sizes[i])
 */
#include <omp.h>
#include "check.h"

static int half(int n)
{
    return (n + 1) / 2;
}

static void seen(int *count)
{
#pragma omp atomic
    *count += 1;
}

int main(void)
{
    int n, i;
    const unsigned char sizes[4] = {3, 1, 8, 2};

    for (i = 0; i < 2; i++) {
        int count = 0;
        omp_set_num_threads(i + 2);
#pragma omp parallel num_threads(5)
        seen(&count);
        CHECK(count == 5);
    }
    for (n = 1; n < 20; n += 4) {
        int count = 0, other = 0;
#pragma omp parallel num_threads(n)
        {
            seen(&count);
            if (omp_get_num_threads() != n)
                seen(&other);
        }
        CHECK(count == n);
        CHECK(other == 0);
        count = 0;
#pragma omp parallel for num_threads(half(n)) schedule(static, 1)
        for (i = 0; i < n; i++)
            if (omp_get_thread_num() == half(n) - 1)
                seen(&count);
        /* the last thread has one iteration, or two where n is even or 1 */
        CHECK(count == (n - half(n)) / half(n) + 1);
    }
    for (i = 0; i < 4; i++) {
        int count = 0;
#pragma omp parallel num_threads(sizes[i])
        seen(&count);
        CHECK(count == sizes[i]);
        CHECK(omp_get_max_threads() == 3); /* what omp_set_num_threads said */
    }
    return check_result("parallel num_threads");
}
