/*
 * Structures, enumerations, arrays of variable length and pointers among what a loop uses.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 100

enum color { RED, GREEN } color = GREEN;
struct grid {
    int n, m;
    int *v;
    int own[N][M];
} grid = { N, M };
struct body {
    double x[3], f[3];
};

static void show(const char *name, const int *v)
{
    long s = 0;
    int k;
    for (k = 0; k < N * M; k++)
        s += v[k] * (long)(k % 13 + 1);
    printf("%s %ld\n", name, s);
}

static void members(int *v, struct grid *g)
{
    int i, j;
    /* nests: 2, if apart(v, grid, color) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i * grid.m + j] += j * grid.n + (color == GREEN);
    show("members", v);
    /* nests: 2, if apart(grid, v) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            grid.own[i][j] = v[i * M + j] + 1;
    show("own", &grid.own[0][0]);
    /* nests: either, with a check */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M - 8; j++)
            g->v[i * M + j] = v[i * M + j - 1] + 1;
    show("pointer", g->v);
    /* nests: stays, what the pointer leads to is read and written */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M - 8; j++)
            g->v[i * M + j] = g->v[i * M + j - 1] + 1;
    show("itself", g->v);
}

static void bodies(struct body *p, int n)
{
    int i, j, k;
    double s = 0;
    /* nests: 2 */
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < 3; j++)
            p[i].f[j] = p[i].x[j] * 2 + j;
    /* nests: stays, of each triple one number needs the one before */
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 1; j < 3; j++)
            p[i].x[j] = p[i].x[j - 1] + p[i].f[j];
    for (k = 0; k < n; k++)
        s += p[k].x[0] + p[k].x[1] * 2 + p[k].x[2] * 3 + p[k].f[2];
    printf("%g\n", s);
}

static void variable(int n, int m, int a[n][m], int b[n][m], int *v)
{
    int own[n][m], i, j;
    /* nests: either, with a check */
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 1; j < m; j++)
            a[i][j] = b[i][j - 1] + j;
    show("variable", &a[0][0]);
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            own[i][j] = i - j;
    /* nests: either, with a check */
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            own[i][j] += v[i * m + j];
    show("its own", &own[0][0]);
    /* nests: stays, elements depend on each other */
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 1; j < m; j++)
            own[i][j] += own[i][j - 1] & 255;
    show("dependent", &own[0][0]);
}

static void rows(int **a, int **b)
{
    int i, j;
    long s = 0;
    /* nests: 2 (the same row) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            a[i][j] = a[i][j] * 2 + j;
    /* nests: stays, rows of a may be rows of b */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M; j++)
            a[i][j] = b[i][j - 1] + j;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            s += a[i][j] * (j + 1L);
    printf("rows %ld\n", s);
}

int main(void)
{
    int *v = calloc(N * M + 8, sizeof *v), *r[N], k;
    struct body *p = calloc(50, sizeof *p);
    grid.v = v;
    members(v, &grid);
    grid.v = v + 4;
    members(v, &grid);
    grid.v = calloc(N * M, sizeof *v);
    members(v, &grid);
    for (k = 0; k < 50; k++)
        p[k].x[0] = k;
    bodies(p, 50);
    variable(N, M, grid.own, grid.own, v);
    variable(N, M, (int(*)[M])v, (int(*)[M])v, v);
    variable(N, M, (int(*)[M])v, grid.own, v);
    for (k = 0; k < N; k++)
        r[k] = v + k * M;
    rows(r, r);
    return 0;
}
