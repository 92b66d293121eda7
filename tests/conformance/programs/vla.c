/*
 * Variable-length arrays (C99): shared in a region, of one dimension and of two,
 * their size and elements read and written there.
 *
 * cross: #pragma omp for schedule(static, 1)
 */
#include "check.h"

static int work(int n, int m)
{
    double line[n];
    int grid[n][m], i, wrong = 0;
    const long bytes = (long)n * m * (long)sizeof(int);

    for (i = 0; i < n; i++)
        line[i] = 0.5;
    for (i = 0; i < n * m; i++)
        grid[i / m][i % m] = 0;
#pragma omp parallel num_threads(4) shared(grid) reduction(+ : wrong)
    {
        int k, j;
#pragma omp for schedule(static, 1)
        for (k = 0; k < n; k++) {
            line[k] += k;
            for (j = 0; j < m; j++)
                grid[k][j] += k * m + j;
        }
        wrong += sizeof line != (size_t)n * sizeof(double);
        wrong += sizeof grid[0] != (size_t)m * sizeof(int) || (long)sizeof grid != bytes;
        wrong += &grid[1][0] - &grid[0][0] != m;
    }
    CHECK(wrong == 0);
    for (i = 0; i < n; i++)
        wrong += line[i] != i + 0.5;
    for (i = 0; i < n * m; i++)
        wrong += (&grid[0][0])[i] != i;
    return wrong;
}

int main(void)
{
    int size;

    for (size = 3; size < 40; size += 9)
        CHECK(work(size, size / 2 + 1) == 0);
    return check_result("variable-length arrays");
}
