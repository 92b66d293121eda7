/*
 * omp_get_level, omp_get_active_level, omp_get_ancestor_thread_num and
 * omp_get_team_size (3.0, 3.2.16 to 3.2.20), in regions, in regions within
 * them, in functions that these call, and outside.
 *
 * cross: == me => == -1
 */
#include <omp.h>
#include "check.h"

static int level(void)
{
    return omp_get_level();
}

int main(void)
{
    int wrong = 0, deeper = 0, size = 0;

    CHECK(omp_get_level() == 0 && omp_get_active_level() == 0);
    CHECK(omp_get_ancestor_thread_num(0) == 0 && omp_get_team_size(0) == 1);
    CHECK(omp_get_ancestor_thread_num(1) == -1 && omp_get_team_size(1) == -1);
    CHECK(omp_get_ancestor_thread_num(-1) == -1 && omp_get_team_size(-1) == -1);
#pragma omp parallel num_threads(3) reduction(+ : wrong, deeper)
    {
        int me = omp_get_thread_num(), threads = omp_get_num_threads();
        wrong += level() != 1;
        wrong += omp_get_active_level() != (threads > 1);
        wrong += !(omp_get_ancestor_thread_num(1) == me);
        wrong += omp_get_ancestor_thread_num(0) != 0;
        wrong += omp_get_ancestor_thread_num(2) != -1;
        wrong += omp_get_team_size(0) != 1;
        wrong += omp_get_team_size(1) != threads;
        wrong += omp_get_team_size(2) != -1;
#pragma omp single
        size = omp_get_team_size(1);
#pragma omp parallel num_threads(1) reduction(+ : deeper)
        {
            deeper += level() == 2;
            deeper += omp_get_thread_num() == 0;
            deeper += omp_get_ancestor_thread_num(1) == me;
            deeper += omp_get_ancestor_thread_num(2) == 0;
            deeper += omp_get_team_size(1) == threads;
            deeper += omp_get_team_size(2) == 1;
            deeper += omp_get_active_level() == (threads > 1);
        }
    }
    CHECK(wrong == 0);
    CHECK(deeper == 7 * size);
    CHECK(level() == 0);
    return check_result("levels");
}
