/*
 * omp_set_num_threads, omp_get_num_threads, omp_get_max_threads (3.2.1,
 * 3.2.2, 3.2.3).
 *
 * cross: omp_set_num_threads(n);
 * cross: omp_set_num_threads(3);
 */
#include <omp.h>
#include "check.h"

static int size_now(void)
{
    return omp_get_num_threads();
}

static int most_now(void)
{
    return omp_get_max_threads();
}

int main(void)
{
    int n, seen, wrong = 0;

    CHECK(omp_get_num_threads() == 1);
    CHECK(omp_get_max_threads() >= 1);
    omp_set_dynamic(0);
    for (n = 9; n > 0; n -= 2) {
        omp_set_num_threads(n);
        CHECK(omp_get_max_threads() == n);
        CHECK(omp_get_num_threads() == 1);
        seen = 0;
#pragma omp parallel reduction(+ : seen)
        seen += size_now();
        CHECK(seen == n * n);
    }
    omp_set_num_threads(3);
    /* the clause counts for its region only, and leaves the setting alone */
#pragma omp parallel num_threads(5) reduction(+ : wrong)
    wrong += size_now() != 5 || most_now() != 3;
    CHECK(wrong == 0);
    seen = 0;
#pragma omp parallel
    {
#pragma omp critical
        seen++;
    }
    CHECK(seen == 3);
    CHECK(most_now() == 3);
    CHECK(omp_get_num_procs() >= 1);
    return check_result("number of threads");
}
