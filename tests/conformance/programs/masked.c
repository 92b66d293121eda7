/*
 * masked (5.1, 2.8) without filter and with that of thread 0 is for the thread that master is for; nothing does nothing.
 *
 * cross: #pragma omp masked filter(0)
 */
#include <omp.h>

#include "check.h"

int main(void)
{
    int by_first = 0, first = -1;

#pragma omp parallel num_threads(4)
    {
#pragma omp masked
        first = omp_get_thread_num();
#pragma omp nothing
#pragma omp barrier
#pragma omp masked filter(0)
        by_first++;
    }
    CHECK(first == 0);
    CHECK(by_first == 1);
    return check_result("masked");
}
