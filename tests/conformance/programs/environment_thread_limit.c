/*
 * OMP_THREAD_LIMIT and omp_get_thread_limit (3.0, 4.9 and 3.2.13): no team
 * has more threads. OMP_NUM_THREADS may be a list (3.1, 4.2), of which the
 * first number is that of a region which is in no other.
 *
 * environment: OMP_THREAD_LIMIT=3 OMP_NUM_THREADS=5,2
 * environment: OMP_THREAD_LIMIT=8 OMP_NUM_THREADS=3,4,5
 * cross: omp_get_thread_limit(), => 64,
 */
#include <omp.h>
#include "check.h"

int main(void)
{
    int limit = omp_get_thread_limit(), size = 0, asked = 0, told = 0;

    CHECK(limit == 3 || limit == 8);
#pragma omp parallel
    {
#pragma omp single
        {
            size = omp_get_num_threads();
            told = omp_get_thread_limit();
        }
    }
    CHECK(size == 3);
    CHECK(told == limit);
#pragma omp parallel num_threads(64)
    {
#pragma omp single
        asked = omp_get_num_threads();
    }
    CHECK(asked == limit);
    return check_result("the limit of threads");
}
