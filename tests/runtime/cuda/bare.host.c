/* Bare regions: loops, nests and groups that need nothing of their team, many reductions, and the region's own numbers. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

extern gpump_region_t scale_region, stretch_region, reduce_region, sweep_region, cube_region, rows_region, numbers_region,
    known_region, asked_region;

static void scale(long n, const double *a, double *b)
{
    long i;
    /* #pragma omp parallel for */
    {
        struct { long n; const double *a; double *b; } gpump_shared = {n, a, b};
        if (!gpump_parallel(&scale_region, 1, 0, &gpump_shared))
    for (i = 0; i < n; i++)
        b[i] = 3 * a[i];
    }
}

static void stretch(int n, double *b)
{
    int i;
    /* #pragma omp parallel for schedule(static) */
    {
        struct { int n; double *b; } gpump_shared = {n, b};
        if (!gpump_parallel(&stretch_region, 1, 0, &gpump_shared))
    for (i = n - 1; i >= 0; i -= 2)
        b[i] += i;
    }
}

static void reduce(int n, const double *a)
{
    double sum = 1, product = 2;
    int all = 1, some = 0, bits = -1, mask = 0, flips = 5, i;
    long count = 3;
    /* #pragma omp parallel for reduction(+ : sum, count) reduction(* : product) reduction(&& : all) reduction(|| : some) reduction(& : bits) reduction(| : mask) reduction(^ : flips) */
    {
        struct { int n; const double *a; double *sum; long *count; double *product; int *all, *some, *bits, *mask, *flips; } gpump_shared = {n, a, &sum, &count, &product, &all, &some, &bits, &mask, &flips};
        if (!gpump_parallel(&reduce_region, 1, 0, &gpump_shared))
    for (i = 0; i < n; i++) {
        sum += a[i];
        count += i;
        product *= i % 50 == 1 ? 2 : 1;
        all = all && a[i] >= 0;
        some = some || i == n - 1;
        bits &= ~(1 << i % 7);
        mask |= 1 << i % 9;
        flips ^= i;
    }
    }
    printf("%g %ld %g %d %d %d %d %d\n", sum, count, product, all, some, bits, mask, flips);
}

static void sweep(int n, int m, const double *u, double *v)
{
    int i, j;
    /* #pragma omp parallel for private(j) */
    {
        struct { int n, m; const double *u; double *v; } gpump_shared = {n, m, u, v};
        if (!gpump_parallel(&sweep_region, 1, 0, &gpump_shared))
    for (i = 1; i < n - 1; i++)
        for (j = 1; j < m - 1; j++)
            v[i * m + j] = u[i * m + j - 1] + u[i * m + j + 1] + u[(i - 1) * m + j];
    }
}

static void cube(int n, int m, int l, int *c)
{
    int i, j, k;
    /* #pragma omp parallel for private(j, k) */
    {
        struct { int n, m, l; int *c; } gpump_shared = {n, m, l, c};
        if (!gpump_parallel(&cube_region, 1, 0, &gpump_shared))
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < l; k++)
                c[(i * m + j) * l + k] = i * 100 + j * 10 + k;
    }
}

static void rows(int n, const int *start, const double *a, double *b)
{
    int i, j;
    /* #pragma omp parallel for private(j) */
    {
        struct { int n; const int *start; const double *a; double *b; } gpump_shared = {n, start, a, b};
        if (!gpump_parallel(&rows_region, 1, 0, &gpump_shared))
    for (i = 0; i < n; i++) {
        double sum = 0;
        for (j = start[i]; j < start[i + 1]; j++)
            sum += a[j];
        b[i] = sum;
    }
    }
}

static int numbers(void)
{
    static int seen[1 << 19]; /* a device may have as many threads */
    int size = 0, i, good = 0;
    /* #pragma omp parallel */
    {
        struct { int *seen; int *size; } gpump_shared = {seen, &size};
        if (!gpump_parallel(&numbers_region, 1, 0, &gpump_shared))
    {
        seen[omp_get_thread_num()]++;
        if (omp_get_thread_num() == 0)
            size = omp_get_num_threads();
    }
    }
    for (i = 0; i < size; i++)
        good += seen[i] == 1;
    return good == size;
}

/* Whether the pointers lead to different blocks, as far as the host knows it. */
static int known(double *v, const double *u)
{
    int known = 0;
    /* #pragma omp parallel */
    {
        struct { double *v; const double *u; int *known; } gpump_shared = {v, u, &known};
        if (!gpump_parallel(&known_region, 1, 0, &gpump_shared))
    {
        /* #pragma omp master */
        known = v != u;
    }
    }
    return known;
}

/* Whether the device finds that the pointers lead to different blocks. */
static int asked(double *v, const double *u, int are_apart)
{
    int found = 0;
    /* #pragma omp parallel */
    {
        struct { double *v; const double *u; int *found; } gpump_shared = {v, u, &found};
        if (!gpump_parallel(&asked_region, 1, 0, &gpump_shared))
    {
        /* #pragma omp master */
        found = are_apart && v != u;
    }
    }
    return found;
}

static double total(long n, const double *a)
{
    double sum = 0;
    long i;
    for (i = 0; i < n; i++)
        sum += (i % 5 + 1) * a[i];
    return sum;
}

int main(void)
{
    static const int sizes[][3] = {{3, 3, 1}, {4, 40, 5}, {60, 5, 3}, {35, 71, 2}, {10, 12, 13}, {2, 9, 40}};
    double *a = malloc(10000 * sizeof *a), *b = malloc(10000 * sizeof *b);
    int *c = malloc(10000 * sizeof *c), start[101], i, k;
    for (i = 0; i < 10000; i++)
        a[i] = b[i] = i % 17;
    for (i = 0; i < 10000; i = i * 3 + 1) {
        scale(i, a, b);
        stretch(i, b);
        printf("%d %g\n", i, total(i, b));
        reduce(i, a);
    }
    for (k = 0; k < 6; k++) {
        const int n = sizes[k][0], m = sizes[k][1], l = sizes[k][2];
        long sum = 0;
        for (i = 0; i < n * m; i++)
            b[i] = 0;
        sweep(n, m, a, b);
        printf("%g\n", total(n * m, b));
        sweep(n, m, b + 5000, b); /* one block, of which only the program knows that these are apart in it */
        printf("%g\n", total(n * m, b));
        sweep(1, m, a, b);
        sweep(n, 2, a, b);
        cube(n, m, l, c);
        for (i = 0; i < n * m * l; i++)
            sum += c[i] * (i % 3 + 1);
        printf("%ld\n", sum);
    }
    for (i = 0; i <= 100; i++)
        start[i] = i * i / 2;
    rows(100, start, a, b);
    printf("%g\n", total(100, b));
    printf("%d\n", numbers());
    printf("%d\n", known(a, b) == known(b, a)); /* one lies right behind the other */
    for (k = 20; k <= 20000; k *= 10) { /* rows of ghost cells in front */
        double *v = malloc(k * sizeof *v), *u = malloc(k * sizeof *u);
        printf("%d %d %d\n", asked(v + k / 10, u + k / 10, 1), asked(v + 1, u, 1), asked(u + k / 2, u, 0));
        free(v);
        free(u);
    }
    free(a);
    free(b);
    free(c);
    return 0;
}
