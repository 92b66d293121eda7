/*
 * Calls in inner loops: of functions that compute, and of others.
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 100

static int v[N][M];
static double d[N][M];
static int calls[N];

static int clamp(int x)
{
    int low = 3;
    return x < low ? low : x > 50 ? 50 : x;
}
static double twice(double x) { return clamp((int)x) * 2; }
static int left(int i, int j) { return j > 0 ? v[i][j - 1] + 1 : i; }
static int count(int i) { return calls[i]++; }
static int slot(int *p, int k) { return p[k]; }
static int steady(int x)
{
    static int base = 4;
    return x + base;
}
static int triangle(int n) { return n <= 0 ? 0 : n + triangle(n - 1); }
static double compute(double x) { return x + 1; }
static double chain(double x) { return left((int)x / M, (int)x % M); }

static void show(const char *name)
{
    double s = 0;
    int k;
    for (k = 0; k < N * M; k++)
        s += (&v[0][0])[k] * (k % 13 + 1.0) + (&d[0][0])[k] * (k % 7);
    printf("%s %.0f\n", name, s);
}

static void apply(double (*compute)(double))
{
    int i, j;
    /* nests: stays, it is not known which function this is */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = (int)compute(i * M + j);
    show("pointer");
}

int main(void)
{
    int i, j;

    /* nests: 2 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            d[i][j] = sqrt(twice(i * j)) * 0 + fabs(floor(i * 0.5)) + clamp(i - j) + abs(i - j);
    show("pure");

    /* nests: stays, the function reads what the loop writes */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = left(i, j);
    show("reads");

    /* nests: stays, the function counts */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = count(i);
    show("counts");

    /* nests: stays, a pointer is handed on */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M; j++)
            v[i][j] = slot(v[i], j - 1) + 1;
    show("pointers");

    /* nests: stays, a static variable is not looked into */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = steady(j);
    show("static");

    /* nests: stays, a function that calls itself is not followed */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = triangle(j % 5);
    show("recursive");

    apply(compute);
    apply(chain);

    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = 0;
    /* nests: stays, it matters which thread asks */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = omp_get_thread_num();
    for (i = 0; i < N; i++)
        for (j = M - 1; j >= 0; j--)
            v[i][j] = v[i][j] != v[i][0];
    show("thread");

    /* nests: stays, atomic updates of one element have an order within an iteration */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
#pragma omp atomic
            v[0][0] += j;
        }
    show("atomic");
    return 0;
}
