/* Square roots of a vector of doubles by Newton's method, in a function that the region calls. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

static double newton(double a)
{
    double x = 0.5 * (a + 1), last;

    do {
        last = x;
        x = 0.5 * (x + a / x);
    } while (fabs(last - x) > 1e-12 * x);
    return x;
}

static void newton_sqrt(int n, const double *a, double *root)
{
    int i;

#pragma omp parallel for
    for (i = 0; i < n; i++)
        root[i] = newton(a[i]);
}

static void fill(int n, double *a)
{
    int i;

    for (i = 0; i < n; i++)
        a[i] = 1 + 999 * bench_number(i);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), i, r;
    double *a = bench_checked(malloc(n * sizeof *a));
    double *root = bench_checked(malloc(n * sizeof *root));
    double sum = 0;

    for (r = 0; r <= repeats; r++) {
        fill(n, a);
        bench_phase_begin(r ? "cold" : "warm-up");
        newton_sqrt(n, a, root);
        bench_consume(root, n * sizeof *root);
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        newton_sqrt(n, a, root);
        bench_phase_end();
    }

    for (i = 0; i < n; i++)
        sum += root[i];
    printf("%.12g %.12g %.12g %.12g\n", sum, root[0], root[n / 2], root[n - 1]);
    free(a);
    free(root);
    return 0;
}
