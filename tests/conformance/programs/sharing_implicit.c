/*
 * Sharing by default (2.8.1.1): without a clause, what is declared outside is
 * shared in the region - automatic variables, parameters, arrays, of this block
 * and of those around it.
 *
 * cross: #pragma omp parallel num_threads(THREADS) => #pragma omp parallel num_threads(THREADS) firstprivate(count)
 */
#include <omp.h>
#include "check.h"

#define THREADS 4

static int tally(int count, const int *weights, int into[])
{
    int most = -1;

#pragma omp parallel num_threads(THREADS)
    {
        int me = omp_get_thread_num();

        into[me] += weights[me];
#pragma omp critical
        {
            count += into[me];
            if (weights[me] > most)
                most = weights[me];
        }
    }
    return 1000 * most + count;
}

int main(void)
{
    int count = 0, weights[THREADS] = {3, 9, 4, 1}, sums[THREADS] = {0}, depth;

    CHECK(tally(100, weights, sums) == 9117);
    CHECK(tally(0, weights, sums) == 9034);
    CHECK(sums[1] == 18);

    for (depth = 0; depth < 3; depth++) {
        int nested = depth;
        {
            double deeper = 0.5 * depth;
#pragma omp parallel num_threads(THREADS)
            {
#pragma omp critical
                {
                    count++;
                    nested++;
                    deeper += 1;
                }
            }
            CHECK(deeper == 0.5 * depth + THREADS);
        }
        CHECK(nested == depth + THREADS);
    }
    CHECK(count == 3 * THREADS);
    return check_result("implicit sharing");
}
