/*
 * doacross(source: omp_cur_iteration) and doacross(sink: omp_cur_iteration - 1) (5.2, 15.9.6): each iteration waits for the one before
 * it, of one loop, of two, with collapse, and with the forms of 4.5 beside them.
 *
 * beyond gcc: 14 is the first that reads it
 * cross: #pragma omp ordered doacross(sink : omp_cur_iteration - 1)
 * cross: #pragma omp ordered doacross(sink : i - 3)
 */
#include "check.h"

#define N 40
#define M 6

static long line[N], table[N][M], third[N];

/* What an iteration finds that comes too early is 0. */
static long after(long value, int is_first)
{
    return is_first ? 1 : value == 0 ? -1000000 : value + 1;
}

int main(void)
{
    int wrong = 0;

#pragma omp parallel num_threads(4)
    {
#pragma omp for ordered(1) schedule(static, 1)
        for (int i = 0; i < N; i++) {
#pragma omp ordered doacross(sink : omp_cur_iteration - 1)
            line[i] = after(i > 0 ? line[i - 1] : 0, i == 0);
#pragma omp ordered doacross(source : omp_cur_iteration)
        }
#pragma omp for ordered(2) schedule(static, 1)
        for (int i = N - 1; i >= 0; i--)
            for (int j = 0; j < M; j++) {
#pragma omp ordered doacross(sink : omp_cur_iteration - 1)
                table[i][j] = after(j > 0 ? table[i][j - 1] : i < N - 1 ? table[i + 1][M - 1] : 0, i == N - 1 && j == 0);
#pragma omp ordered doacross(source :)
            }
    }
    for (int i = 0; i < N; i++)
        wrong += line[i] != i + 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            wrong += table[i][j] != (N - 1 - i) * M + j + 1;
            table[i][j] = 0;
        }
    CHECK(wrong == 0);

#pragma omp parallel for ordered(2) collapse(2) schedule(static, 1) num_threads(4)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
#pragma omp ordered doacross(sink : omp_cur_iteration - 1)
            table[i][j] = after(j > 0 ? table[i][j - 1] : i > 0 ? table[i - 1][M - 1] : 0, i == 0 && j == 0);
#pragma omp ordered doacross(source : omp_cur_iteration)
        }
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (int i = 0; i < N; i++) {
#pragma omp ordered doacross(sink : i - 3)
        third[i] = after(i > 2 ? third[i - 3] : 0, i < 3);
#pragma omp ordered doacross(source : omp_cur_iteration)
    }
    for (int i = 0; i < N; i++) {
        wrong += third[i] != i / 3 + 1;
        for (int j = 0; j < M; j++)
            wrong += table[i][j] != i * M + j + 1;
    }
    CHECK(wrong == 0);
    return check_result("doacross");
}
