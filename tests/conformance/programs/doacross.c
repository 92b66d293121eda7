/*
 * ordered(n) with ordered depend(sink: ...) and depend(source) (4.5, 2.7.1, 2.13.9): iterations that wait for certain others, of one loop,
 * two and three, with several sinks, steps, schedules, orphaned loops, and where there are no others.
 *
 * cross: #pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
 * cross: #pragma omp ordered depend(sink : i - DISTANCE)
 * crossed with: -DWORK=20000
 */
#include "check.h"

#ifndef WORK
#define WORK 1
#endif

#define N 30
#define M 20
#define DISTANCE 3

static long table[N][M], line[100], cube[6][7][8], down[40];

/* Takes its time, so that one who does not wait is seen. */
static long worked(long value)
{
    volatile long left = WORK;
    while (left > 0)
        left--;
    return value;
}

static void wavefront(int n, int m)
{
    int i, j;
#pragma omp for ordered(2) schedule(static, 1)
    for (i = 1; i < n; i++)
        for (j = 1; j < m; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            table[i][j] = worked(table[i - 1][j] + table[i][j - 1]) % 1000003;
#pragma omp ordered depend(source)
        }
}

int main(void)
{
    int wrong = 0;
    long expected[N][M];

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            expected[i][j] = table[i][j] = i == 0 || j == 0 ? i + j + 1 : 0;
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            expected[i][j] = (expected[i - 1][j] + expected[i][j - 1]) % 1000003;
#pragma omp parallel num_threads(4)
    wavefront(N, M);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            wrong += table[i][j] != expected[i][j];
    CHECK(wrong == 0);

#pragma omp parallel num_threads(4)
    {
#pragma omp for ordered(1) schedule(static, 1)
        for (int i = 0; i < 100; i++) {
#pragma omp ordered depend(sink : i - DISTANCE)
            line[i] = worked(i < DISTANCE ? i : line[i - DISTANCE] + 1);
#pragma omp ordered depend(source)
        }
#pragma omp for ordered(1) schedule(dynamic) nowait
        for (long i = 39; i >= 1; i -= 2) {
#pragma omp ordered depend(sink : i + 2)
            down[i] = i == 39 ? 1 : worked(down[i + 2] + 1);
#pragma omp ordered depend(source)
        }
        /* Nothing to wait for, and no iterations. */
#pragma omp for ordered(2) schedule(guided)
        for (int i = 5; i < 5; i++)
            for (int j = 0; j < 5; j++) {
#pragma omp ordered depend(sink : i - 1, j)
                line[0] = -1;
#pragma omp ordered depend(source)
            }
    }
    for (int i = 0; i < 100; i++)
        wrong += line[i] != i % DISTANCE + i / DISTANCE;
    for (int i = 39; i >= 1; i -= 2)
        wrong += down[i] != (39 - i) / 2 + 1;
    CHECK(wrong == 0);

#pragma omp parallel for ordered(3) schedule(static)
    for (int i = 0; i < 6; i++)
        for (short j = 6; j >= 0; j--)
            for (long long k = 0; k < 8; k++) {
#pragma omp ordered depend(sink : i - 1, j + 1, k - 2) depend(sink : i - 1, j, k + 7)
                long before = i > 0 && j < 6 && k > 1 ? cube[i - 1][j + 1][k - 2] : 0;
                long first = i > 0 && k == 0 ? cube[i - 1][j][7] : 0;
                cube[i][j][k] = worked(1 + before + 10 * first) % 10007;
#pragma omp ordered depend(source)
            }
    for (int i = 0; i < 6; i++)
        for (int j = 6; j >= 0; j--)
            for (int k = 0; k < 8; k++) {
                long before = i > 0 && j < 6 && k > 1 ? cube[i - 1][j + 1][k - 2] : 0;
                long first = i > 0 && k == 0 ? cube[i - 1][j][7] : 0;
                wrong += cube[i][j][k] != (1 + before + 10 * first) % 10007;
            }
    CHECK(wrong == 0);

    /* In a team of one each iteration follows the other. */
    wavefront(2, 2);
    CHECK(table[1][1] == expected[1][1]);
    return check_result("ordered with depend");
}
