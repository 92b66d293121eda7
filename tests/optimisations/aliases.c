/*
 * One object that is reached in several ways.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 100

static int still[N * M + 200];

struct mixed {
    union {
        int whole[M];
        short half[2 * M];
    };
};

static void show(const char *name, const int *v, int n)
{
    long s = 0;
    int k;
    for (k = 0; k < n; k++)
        s += v[k] * (long)(k % 13 + 1);
    printf("%s %ld\n", name, s);
}

static int *numbers(int n)
{
    int *v = malloc(n * sizeof *v), k;
    for (k = 0; k < n; k++)
        v[k] = k * 7 % 1000;
    return v;
}

/* The distance may be negative, with `from` at its block's end or behind it. */
static void shift(int *to, int *from, int by)
{
    int i, j;
    /* nests: 2, if apart(to, from) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M; j++)
            to[i * M + j] = from[i * M + j + by] + j;
}

/* The row's first element is taken before the row changes. */
static void relative(int *v, int *u)
{
    int i, j;
    /* nests: either, it is right only where `first` is read once */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++) {
        int first = u[i * M];
        for (j = 0; j < M; j++)
            v[i * M + j] = v[i * M + j] - first;
    }
}

/* The bound is part of what the loop writes. */
static void shrink(int *v, int *bound, int value)
{
    int i, j;
    /* nests: either, it is right only where the bound is read again */
#pragma omp parallel for private(j)
    for (i = 0; i < 1; i++)
        for (j = 0; j < *bound; j++)
            v[j] = value;
}

/* Only `p` is restrict, and `q` is based on it. */
static void based(int *restrict p)
{
    int *q = p + 1;
    int i, j;
    /* nests: either, with a check
       restrict: none */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 2; j < M; j++)
            p[i * M + j] = q[i * M + j - 2] + 1;
}

/* Both are: neither is based on the other. */
static void both(int *restrict p, const int *restrict q)
{
    int i, j;
    /* nests: 2 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M; j++)
            p[i * M + j] = q[i * M + j - 1] + 1;
}

/* In allocated memory the type is that of the last store: doubles become floats in their place. */
static void pack(float *f, double *d)
{
    int i, j;
    /* nests: 2, if apart(f, d)
       restrict: none */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            f[i * 2 * M + j] = d[i * M + j];
}

/* A character pointer leads anywhere. */
static void bytes(unsigned char *c, int *v)
{
    int i, j;
    /* nests: 2, if apart(c, v) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            c[i * M * 4 + j] = v[i * M + 1] + j;
}

/* A pointer leads to the array that is read by its name. */
static void named(int *v)
{
    int i, j;
    /* nests: 2, if apart(v, still) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M; j++)
            v[i * M + j] = still[i * M + j - 1] + 1;
}

static void private_array(void)
{
    static double a[N][M];
    double s = 0;
    int k;
#pragma omp parallel
    {
        int t[M + 1], *p = t, i, j;
        for (i = 0; i <= M; i++)
            t[i] = 0;
        /* nests: stays, p leads to the thread's own array */
#pragma omp for
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++) {
                p[j + 1] = j == 0 ? i : t[j] + 1;
                a[i][j] = t[j + 1];
            }
    }
    for (k = 0; k < N * M; k++)
        s += (&a[0][0])[k] * (k % 7);
    printf("private %g\n", s);
}

static void unions(void)
{
    static struct mixed t[N];
    int i, j;
    long s = 0;
    /* nests: stays, an integer holds two of the short ones */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M; j++)
            t[i].whole[j] = t[i].half[j] + 1 + j;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            s += t[i].whole[j] * (long)(j % 7);
    printf("union %ld\n", s);
}

int main(void)
{
    int *v = numbers(4000), *u = numbers(4000), *w = numbers(200), k;
    int local[N * M + 200];
    double *d = malloc(N * M * sizeof *d);
    float *f = (float *)(void *)d;
    double s = 0;
    for (k = 0; k < N * M + 200; k++)
        local[k] = still[k] = k % 300;

    shift(v, u, -1), show("two blocks", v, 4000);
    shift(v, v, -1), show("one block", v, 4000);
    shift(v, v, 1), show("one block, ahead", v, 4000);
    shift(v + 4, v, 3), show("from inside", v, 4000);
    shift(v, v + 2000, -2001), show("from its middle", v, 4000);
    shift(v, v + 4000, -4001), show("from its end", v, 4000);
    shift(still, still, -1), show("static", still, N * M);
    shift(still, v, 1), show("static from heap", still, N * M);
    shift(local, local + 8, -9), show("automatic", local, N * M);
    relative(v, v), show("relative", v, 4000);
    relative(v, u), show("relative to others", v, 4000);
    w[0] = 100;
    shrink(w + 1, w, 50), show("bound apart", w, 200);
    w[0] = 100;
    shrink(w, w, 40), show("bound inside", w, 200);
    based(v), show("based", v, 4000);
    both(u, v), show("both", u, 4000);
    for (k = 0; k < N * M; k++)
        d[k] = k % 1000;
    pack(f, d);
    for (k = 0; k < N * M; k++)
        s += f[k / M * 2 * M + k % M] * (k % 5);
    printf("packed %g\n", s);
    bytes((unsigned char *)v, v), show("bytes", v, 4000);
    bytes((unsigned char *)v, u), show("other bytes", v, 4000);
    named(still), show("named", still, N * M);
    named(v), show("not named", v, 4000);
    private_array();
    unions();
    return 0;
}
