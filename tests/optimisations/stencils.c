/*
 * Loops over grids, whose inner iterations are as independent as the outer ones.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 70

static double a[N][M], b[N][M];
static int cube[9][11][35], other[9][11][35];
int width = M, height = N;
double scale = 0.5;

static double sum(const double *v, int n)
{
    double s = 0;
    int k;
    for (k = 0; k < n; k++)
        s += v[k] * (k % 7);
    return s;
}

static void arrays(void)
{
    int i, j;
    /* nests: 2
       values: scale
       restrict: none */
#pragma omp parallel for private(j)
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < M - 1; j++)
            a[i][j] = (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]) * scale;
    printf("%g\n", sum(&a[0][0], N * M));
}

static void three(void)
{
    int i, j, k;
    /* nests: 3 */
#pragma omp parallel for private(j, k)
    for (i = 1; i < 8; i++)
        for (j = 1; j < 10; j++)
            for (k = 1; k < 34; k++)
                cube[i][j][k] = other[i][j][k - 1] + other[i][j - 1][k] + other[i - 1][j][k] + i * j * k;
    long s = 0;
    for (k = 0; k < 9 * 11 * 35; k++)
        s += (&cube[0][0][0])[k] * (k % 13);
    printf("%ld\n", s);
}

/* Two pointers: whether they lead to one object is seen when the program runs. */
static void pointers(double *to, const double *from)
{
    int i, j;
    /* nests: 2, if apart(to, from)
       restrict: none */
#pragma omp parallel for private(j)
    for (i = 1; i < height - 1; i++)
        for (j = 4; j < width - 8; j++)
            to[i * width + j] = from[i * width + j] + from[i * width + j - 1] * scale;
    printf("%g\n", sum(to, N * M));
}

/* An element is read and written in its own iteration only. */
static void in_place(double *v)
{
    int i, j;
    /* nests: 2
       restrict: v */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i * M + j] = v[i * M + j] * 2 + j;
    printf("%g\n", sum(v, N * M));
}

/* What stands between the loops has one value for each row. */
static void between(double *v)
{
    /* nests: 2 */
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        double half = i * 0.5;
        double *row = v + i * M;
        for (int j = 0; j < M; j++)
            row[j] += half;
    }
    printf("%g\n", sum(v, N * M));
}

/* A loop that has dependent iterations stays inside. */
static void product(double *c, const double *restrict x, const double *restrict y)
{
    int i, j, k;
    /* nests: 2 */
#pragma omp parallel for private(j, k)
    for (i = 0; i < 30; i++)
        for (j = 0; j < 33; j++) {
            double s = 0;
            for (k = 0; k < 20; k++)
                s += x[i * 20 + k] * y[k * 33 + j];
            a[i][j] = s;
        }
    printf("%g\n", sum(&a[0][0], N * M));
}

/* Rows of a plane that is itself a part of something larger; strides leave gaps. */
static void strides(int *v, int n, int m)
{
    int i, j, k;
    /* nests: 3 */
#pragma omp parallel for private(j, k)
    for (i = 0; i < 6; i++)
        for (j = 0; j < 8; j++)
            for (k = 0; k < 12; k += 2)
                v[i * 200 + j * 12 + k] += i + j * k;
    /* nests: 2 */
#pragma omp parallel for private(j)
    for (i = n - 1; i >= 0; i--)
        for (j = m - 1; j >= 0; j -= 3)
            v[i * m + m - 1 - j] += i - j;
    long s = 0;
    for (k = 0; k < 1200; k++)
        s += v[k] * (k % 13);
    printf("%ld\n", s);
}

int main(void)
{
    double *u = calloc(N * M + 8, sizeof *u), *v = calloc(N * M + 8, sizeof *v);
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            u[i * M + j] = i + j;
            b[i][j] = i * j;
        }
    for (i = 0; i < 9 * 11 * 35; i++)
        (&other[0][0][0])[i] = i % 101;
    arrays();
    three();
    pointers(v, u);
    pointers(v, v);
    pointers(u, u + 3);
    pointers(u + 8, u);
    pointers(&a[0][0], &b[0][0]);
    pointers(&a[0][0], &a[0][0]);
    in_place(u);
    between(v);
    product(v, u, u);
    strides(calloc(1200, sizeof(int)), 30, 33);
    return 0;
}
