/*
 * assume and assumes (5.1, 2.5.2; 5.2, 8.3) promise something of a block, or of the file: both mean what they mean without. Regions stand
 * inside and outside of it.
 *
 * cross: #pragma omp parallel for
 */
#include <omp.h>

#include "check.h"

#pragma GCC diagnostic ignored "-Wunknown-pragmas"

#pragma omp assumes no_openmp_routines

static int doubled(int value)
{
    int result = 0;
#pragma omp assume holds(value >= 0) no_openmp
    {
        result = 2 * value;
    }
    return result;
}

int main(void)
{
    int sum = 0, inside = 0, found = 0;

#pragma omp assume contains(parallel) absent(target)
    {
#pragma omp parallel for reduction(+ : sum) firstprivate(inside)
        for (int i = 0; i < 100; i++) {
            inside += i;
            sum += doubled(i) + 0 * inside;
        }
    }
    CHECK(sum == 9900);
    CHECK(inside == 0);

#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() >= 0)
#pragma omp assume holds(sum > 0)
        {
#pragma omp for
            for (int i = 0; i < 10; i++) {
#pragma omp atomic
                found += i;
            }
        }
        else
            found = -1000;
    }
    CHECK(found == 45);
    return check_result("assume");
}
