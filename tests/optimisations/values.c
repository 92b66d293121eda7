/*
 * Shared variables that a loop leaves alone, and some that it does not.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 300

int scale = 3, wide = 5;
static int hidden = 4;
static int *where(void) { return &hidden; }
static int hidden;
static int a[N];
double *data;
volatile int fickle = 2;

static void show(const char *name)
{
    long s = 0;
    int k;
    for (k = 0; k < N; k++)
        s += a[k] * (long)(k % 13 + 1);
    printf("%s %ld\n", name, s);
}

/* `p` leads to one of the variables. */
static void through(int *p)
{
    int i;
    /* values: p
       nests: stays, there is one loop */
#pragma omp parallel for
    for (i = 0; i < 1; i++) {
        *p = 7;
        a[i] = scale;
    }
    show("written before");
    /* values: p */
#pragma omp parallel for
    for (i = 0; i < 1; i++) {
        *p = 8;
        a[i] = hidden;
    }
    show("declared twice");
}

/* One thread runs all iterations, so they may depend on each other. */
static void alone(int *p, int *v, int *u)
{
    int i;
    /* values: none */
#pragma omp parallel for num_threads(1)
    for (i = 0; i < N; i++) {
        a[i] = scale;
        *p = i;
    }
    show("one thread");
    /* values: p, scale (where the condition is false, the loop runs on the host) */
#pragma omp parallel for if (v != u)
    for (i = 0; i < N; i++) {
        a[i] = scale;
        *p = i + 1;
    }
    show("no team");
    /* restrict: none
       schedule: kept, the iterations of a chunk depend on each other */
#pragma omp parallel for schedule(static, 100)
    for (i = 0; i < N; i++)
        v[i] = (i % 100 ? u[i - 1] : 0) + 1;
    for (i = 0; i < N; i++)
        a[i] = v[i];
    show("chunks");
}

static void casts(void)
{
    static int m = 4;
    int k = 4, i;
    int *p = (int *)&m, *q = (int *)&k;
    /* values: p, q */
#pragma omp parallel for
    for (i = 0; i < 1; i++) {
        *p = 7;
        *q = 8;
        a[i] = m * 100 + k;
    }
    show("cast");
}

int main(void)
{
    int i;
    int *v = calloc(N, sizeof *v);
    data = malloc(N * sizeof *data);

    /* values: scale, wide
       restrict: data */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        data[i] = i * scale;
        a[i] = i * scale + wide;
    }
    show("steady");

    /* values: none (the loop changes it, and only one iteration does) */
#pragma omp parallel for
    for (i = 0; i < N; i++)
        if (i == 7) {
            scale = 9;
            a[i] = scale;
        }
    show("changed");

    /* values: none */
#pragma omp parallel for
    for (i = 0; i < N; i++)
        a[i] = fickle;
    show("volatile");

    through(&scale);
    through(where());
    alone(&scale, v, v);
    casts();
    return 0;
}
