/*
 * A threadprivate variable of two files (2.8.2): declared so in both, each
 * thread has one copy, which both files mean.
 *
 * cross: #pragma omp threadprivate(history)
 * cross: copyin(shared_seed)
 */
#include <omp.h>
#include "state.h"
#include "check.h"

int shared_seed = 3;

int main(void)
{
    int sum = 0, wrong = 0;

#pragma omp parallel num_threads(4) reduction(+ : sum, wrong)
    {
        wrong += shared_seed != 3 || history[1] != -1;
        shared_seed = 10 * omp_get_thread_num();
        history[1] = 5;
#pragma omp barrier
        sum += advance(2);
        wrong += shared_seed != 10 * omp_get_thread_num() + 2;
    }
    CHECK(sum == 60 + 8);
    CHECK(wrong == 0);
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    wrong += history[0] != 10 * omp_get_thread_num() || history[1] != 5;
    CHECK(wrong == 0);

    shared_seed = 1000;
#pragma omp parallel num_threads(4) copyin(shared_seed) reduction(+ : wrong)
    wrong += advance(omp_get_thread_num()) != 1000 + omp_get_thread_num();
    CHECK(wrong == 0);
    CHECK(shared_seed == 1000);
    return check_result("threadprivate in two files");
}
