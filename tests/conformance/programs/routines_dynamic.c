/*
 * omp_set_dynamic, omp_get_dynamic (3.2.7, 3.2.8): without dynamic adjustment
 * a team has the size asked for; with it, it may have less.
 *
 * cross: omp_set_dynamic(0) => omp_set_dynamic(1)
 */
#include <omp.h>
#include "check.h"

static int team(int want)
{
    int size = 0;

#pragma omp parallel num_threads(want)
    {
#pragma omp single
        size = omp_get_num_threads();
    }
    return size;
}

int main(void)
{
    int k, off = 0;

    omp_set_dynamic(0);
    CHECK(omp_get_dynamic() == 0);
    for (k = 1; k <= 9; k += 4)
        CHECK(team(k) == k);
#pragma omp parallel num_threads(4) reduction(+ : off)
    off += omp_get_dynamic() == 0;
    CHECK(off == 4);

    omp_set_dynamic(1);
    CHECK(omp_get_dynamic() == 0 || omp_get_dynamic() == 1);
    for (k = 1; k <= 9; k += 4)
        CHECK(team(k) >= 1 && team(k) <= k);
    omp_set_dynamic(0);
    CHECK(!omp_get_dynamic());
    CHECK(team(6) == 6);
    return check_result("dynamic adjustment");
}
