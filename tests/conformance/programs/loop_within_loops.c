/*
 * Constructs within loops that are shared out (5.2, 10.2, 11.7): a loop there is for one thread, in a distribute without parallel, too,
 * whose iterations have a team of one thread each, with all that binds to a team.
 *
 * on the host: two leagues whose iterations have what binds to a team
 * cross: loop bind(parallel) => loop bind(thread)
 */
#include <omp.h>

#include "check.h"

#define N 37
#define M 23

static int grid[4][N][M], counts[5], times[N];

static void orphaned(void)
{
#pragma omp for
    for (int j = 0; j < 8; j++)
#pragma omp atomic
        counts[0]++;
#pragma omp single
#pragma omp atomic
    counts[1]++;
#pragma omp barrier
#pragma omp sections
    {
#pragma omp section
#pragma omp atomic
        counts[2]++;
    }
#pragma omp master
#pragma omp atomic
    counts[3]++;
}

int main(void)
{
#pragma omp target teams loop
    for (int i = 0; i < N; i++) {
#pragma omp loop
        for (int j = 0; j < M; j++)
            grid[0][i][j] += i * j + 1;
    }
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++) {
#pragma omp loop bind(thread)
        for (int j = 0; j < M; j++)
            grid[1][i][j] += i * j + 1;
    }
#pragma omp target teams distribute parallel for
    for (int i = 0; i < N; i++) {
#pragma omp loop bind(thread)
        for (int j = 0; j < M; j++)
            grid[2][i][j] += i * j + 1;
    }
#pragma omp target teams distribute
    for (int i = 0; i < N; i++) {
#pragma omp loop collapse(1) bind(parallel)
        for (int j = 0; j < M; j++)
            grid[3][i][j] += i * j + 1;
    }
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                CHECK(grid[g][i][j] == i * j + 1);

#pragma omp target teams distribute
    for (int i = 0; i < 4; i++)
        orphaned();
    CHECK(counts[0] == 32 && counts[1] == 4 && counts[2] == 4 && counts[3] == 4);

#pragma omp target teams distribute
    for (int i = 0; i < 4; i++) {
#pragma omp for
        for (int j = 0; j < 8; j++)
#pragma omp atomic
            counts[4]++;
    }
    CHECK(counts[4] == 32);

#pragma omp parallel num_threads(4)
    {
#pragma omp loop bind(parallel)
        for (int i = 0; i < N; i++)
#pragma omp loop bind(thread)
            for (int j = 0; j < M; j++)
                times[i]++;
    }
    for (int i = 0; i < N; i++)
        CHECK(times[i] == M);
    return check_result("loop within loops");
}
