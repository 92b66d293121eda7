/*
 * collapse (OpenMP 3.0, 2.5.1): the iterations of nested loops are one space,
 * and the variables of all of the loops are private.
 *
 * cross: collapse(2)
 * cross: collapse(3)
 * cross: collapse(LOOPS)
 */
#include <omp.h>
#include "check.h"

#define N 17
#define M 23
#define LOOPS 2

enum { FOUR = 4 };

static int seen[N][M], cube[5][6][7], deep[3][4][5][6];

static void wait_a_little(void)
{
    double until = omp_get_wtime() + 0.0001;

    while (omp_get_wtime() < until)
        continue;
}

int main(void)
{
    int i, j, k, right = 1, threads = 0, sum = 0;

#pragma omp parallel for collapse(2) num_threads(4)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            seen[i][j] += i;
            wait_a_little();
            seen[i][j] += 100 * j;
        }
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            right = right && seen[i][j] == i + 100 * j;
    CHECK(right);

    /* in braces; the variables of the headers' own */
#pragma omp parallel num_threads(4)
    {
#pragma omp for collapse(3)
        for (i = 4; i >= 0; i--) {
            for (int b = 0; b <= 5; b++)
            {
                for (k = 0; k < 7; k += 1)
                {
                    cube[i][b][k] += i;
                    wait_a_little();
                    cube[i][b][k] += 10 * b + 100 * k;
                }
            }
        }
    }
    for (i = 0; i < 5; i++)
        for (j = 0; j < 6; j++)
            for (k = 0; k < 7; k++)
                right = right && cube[i][j][k] == i + 10 * j + 100 * k;
    CHECK(right);

    /* the others are as they were */
    i = 71;
    j = 72;
#pragma omp parallel for num_threads(3) collapse(LOOPS) reduction(+ : sum)
    for (i = 0; i < N; i++)
        for (j = threads; j < M; j++) {
            int at = j;

            wait_a_little();
            sum += at == j;
        }
    CHECK(sum == N * M);

    /* as many as there are */
#pragma omp parallel for collapse(FOUR) num_threads(4)
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 5; c++)
                for (int d = 0; d < 6; d++)
                    deep[a][b][c][d] += 1 + a + 10 * b + 100 * c + 1000 * d;
    for (i = 0; i < 3 * 4 * 5 * 6; i++)
        right = right && (&deep[0][0][0][0])[i] ==
                             1 + i / 120 + 10 * (i / 30 % 4) + 100 * (i / 6 % 5) + 1000 * (i % 6);
    CHECK(right);

    /* a loop that is not among them */
#pragma omp parallel for collapse(1 * 2) private(k) num_threads(4)
    for (i = 0; i < 5; i++)
        for (j = 0; j < 6; j++)
            for (k = 0; k < 7; k++) {
                if (k == 3)
                    continue;
                if (k == 6)
                    break;
                cube[i][j][k] = -1;
            }
    for (i = 0, sum = 0; i < 5 * 6 * 7; i++)
        sum += (&cube[0][0][0])[i] == -1;
    CHECK(sum == 5 * 6 * 5);

    /* more threads than the outer loop has iterations */
    sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
        int own = 0;

#pragma omp master
        threads = omp_get_num_threads();
#pragma omp barrier
#pragma omp for collapse(1 + 1) schedule(static)
        for (i = 0; i < 2; i++)
            for (j = 0; j < 50; j++)
                own++;
        sum += own > 0 && own <= 100 / threads + 1;
    }
    CHECK(sum == threads);
    return check_result("collapse");
}
