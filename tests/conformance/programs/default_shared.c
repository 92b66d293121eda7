/*
 * default(shared) (2.8.3.1): what no clause names is shared, as without it;
 * what a clause names is what it says.
 *
 * cross: default(shared) firstprivate(k) => default(shared) private(sum, k)
 * cross: default(shared) private(i) => default(shared) private(i, grid)
 */
#include <omp.h>
#include "check.h"

int main(void)
{
    int sum = 1, k = 5, i, grid[4][4];
    const int weight = 2;

    for (i = 0; i < 16; i++)
        grid[i / 4][i % 4] = -1;
#pragma omp parallel default(shared) firstprivate(k) num_threads(4)
    {
        k += omp_get_thread_num();
#pragma omp critical
        sum += weight * k;
    }
    CHECK(sum == 1 + 2 * (5 + 6 + 7 + 8));
    CHECK(k == 5);
#pragma omp parallel default(shared) private(i) num_threads(4)
    for (i = 0; i < 4; i++)
        grid[omp_get_thread_num()][i] = sum * i;
    for (i = 0; i < 16; i++)
        CHECK(grid[i / 4][i % 4] == sum * (i % 4));
    return check_result("default(shared)");
}
