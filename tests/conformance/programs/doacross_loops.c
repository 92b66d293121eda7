/*
 * ordered(n) (4.5, 2.7.1; 5.2, 4.4.4) of loops that count by pointers, and with collapse of as many loops, or of fewer.
 *
 * cross: #pragma omp ordered depend(sink : p - 1)
 * cross: #pragma omp ordered depend(sink : i - 1, q - 2)
 * cross: #pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
 * cross: #pragma omp ordered depend(sink : i - 1, j, k) depend(sink : i, j - 2, k + 1)
 * crossed with: -DWORK=20000
 */
#include "check.h"

#ifndef WORK
#define WORK 1
#endif

#define N 12
#define M 9

static long line[60], pairs[N][2 * M], table[N][M], cube[N][M][4];
static long before[N][M], cubes[N][M][4];

/* Takes its time, so that one who does not wait is seen. */
static long worked(long value)
{
    volatile long left = WORK;
    while (left > 0)
        left--;
    return value % 1000003;
}

static long above(int i, int j)
{
    return i > 0 ? table[i - 1][j] : j + 1;
}

static long left_of(int i, int j)
{
    return j > 0 ? table[i][j - 1] : i + 1;
}

static long next_of(int i, int j, int k)
{
    long over = i > 0 ? cube[i - 1][j][k] : 1;
    long beside = j > 1 && k < 3 ? cube[i][j - 2][k + 1] : 2;
    return over + 2 * beside + (k > 0 ? 3 * cube[i][j][k - 1] : 3);
}

static void orphaned(int n, int m)
{
#pragma omp for ordered(2) collapse(2) schedule(static, 1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            table[i][j] = worked(above(i, j) + left_of(i, j));
#pragma omp ordered depend(source)
        }
}

int main(void)
{
    long *p;
    int wrong = 0;

    line[0] = 1;
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (p = line + 1; p < line + 60; p++) {
#pragma omp ordered depend(sink : p - 1)
        *p = worked(2 * p[-1] + 1);
#pragma omp ordered depend(source)
    }
    for (int i = 1; i < 60; i++)
        wrong += line[i] != (2 * line[i - 1] + 1) % 1000003;
    CHECK(wrong == 0);

#pragma omp parallel for ordered(2) schedule(static, 1) num_threads(4)
    for (int i = 1; i < N; i++)
        for (long *q = pairs[0]; q < pairs[0] + 2 * M; q += 2) {
            long at = q - pairs[0];
#pragma omp ordered depend(sink : i - 1, q - 2)
            pairs[i][at] = worked(at == 0 ? 1 : 1 + pairs[i - 1][at - 2]);
#pragma omp ordered depend(source)
        }
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            wrong += pairs[i][2 * j] != (i <= j ? i : j + 1);
    CHECK(wrong == 0);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            table[i][j] = worked(above(i, j) + left_of(i, j));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            before[i][j] = table[i][j];
            table[i][j] = 0;
        }
#pragma omp parallel num_threads(4)
    orphaned(N, M);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            wrong += table[i][j] != before[i][j];
    CHECK(wrong == 0);

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < 4; k++)
                cube[i][j][k] = worked(next_of(i, j, k));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < 4; k++) {
                cubes[i][j][k] = cube[i][j][k];
                cube[i][j][k] = 0;
            }
#pragma omp parallel for ordered(3) collapse(2) schedule(static, 1) num_threads(4)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < 4; k++) {
#pragma omp ordered depend(sink : i - 1, j, k) depend(sink : i, j - 2, k + 1)
                cube[i][j][k] = worked(next_of(i, j, k));
#pragma omp ordered depend(source)
            }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < 4; k++)
                wrong += cube[i][j][k] != cubes[i][j][k];
    CHECK(wrong == 0);
    return check_result("ordered(n) of pointers and with collapse");
}
