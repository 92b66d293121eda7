/*
 * Jacobi's method: one region with loops in functions, a reduction for the
 * residual, single to exchange the grids, until it is small.
 *
 * cross: reduction(+ : residual) => firstprivate(residual)
 */
#include <math.h>
#include <stdlib.h>
#include "check.h"

#define N 24

typedef double grid_t[N][N];

static double residual;

static void sweep(int n, double (*restrict from)[N], double (*restrict to)[N])
{
    int i, j;

#pragma omp for private(j) reduction(+ : residual)
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < n - 1; j++) {
            to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
            residual += fabs(to[i][j] - from[i][j]);
        }
}

int main(void)
{
    grid_t *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    int i, steps = 0, go_on = 1, expected_steps = 0;
    double reached, serial;

    for (i = 0; i < N; i++)
        (*a)[0][i] = (*b)[0][i] = 1;

    /* outside a region the same function is serial */
    do {
        grid_t *t = a;
        residual = 0;
        sweep(N, *a, *b);
        a = b;
        b = t;
        expected_steps++;
    } while (residual > 0.05);
    serial = (*a)[N / 2][N / 2];

    for (i = 0; i < N * N; i++)
        (*a)[i / N][i % N] = (*b)[i / N][i % N] = i < N;
#pragma omp parallel num_threads(4)
    while (go_on) {
#pragma omp barrier
#pragma omp master
        residual = 0;
#pragma omp barrier
        sweep(N, *a, *b);
#pragma omp single
        {
            grid_t *t = a;
            a = b;
            b = t;
            steps++;
            go_on = residual > 0.05;
        }
    }
    reached = (*a)[N / 2][N / 2];
    printf("%d steps, %.6f\n", steps, reached);
    CHECK(steps == 298 && expected_steps == steps);
    CHECK(fabs(reached - serial) < 1e-12);
    free(a);
    free(b);
    return check_result("jacobi");
}
