/*
 * Sparse matrix times vector, y = A x, in double, for the thesis's dialect:
 * compressed rows (CSR) of 4 to 12 elements, most of them near the diagonal and
 * one anywhere.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../bench.h"

static void spmv(int n, const int *start, const int *column, const double *value, const double *x, double *y)
{
    int i, k;

#pragma omp parallel for private(k)
    for (i = 0; i < n; i++) {
        double sum = 0;

        for (k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

/* Where each row begins; the number of all elements is the result. */
static int lay_out(int n, int *start)
{
    int i, elements = 0;

    for (i = 0; i < n; i++) {
        start[i] = elements;
        elements += 4 + (int)(9 * bench_number(i));
    }
    start[n] = elements;
    return elements;
}

static void fill(int n, const int *start, int *column, double *value, double *x)
{
    int i, k, near;

    for (i = 0; i < n; i++) {
        for (k = start[i]; k < start[i + 1]; k++) {
            near = i - 6 + k - start[i];
            column[k] = (near + n) % n;
            value[k] = 1 + bench_number(k);
        }
        column[start[i]] = (int)(n * bench_number(~i));
        x[i] = 1 + (double)i / n;
    }
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), elements, i, r;
    int *start = (int *)bench_checked(gpump_malloc((n + 1) * sizeof(int)));
    int *column;
    double *value;
    double *x = (double *)bench_checked(gpump_malloc(n * sizeof(double)));
    double *y = (double *)bench_checked(gpump_malloc(n * sizeof(double)));
    double sum = 0;

    elements = lay_out(n, start);
    column = (int *)bench_checked(gpump_malloc(elements * sizeof(int)));
    value = (double *)bench_checked(gpump_malloc(elements * sizeof(double)));
    for (r = 0; r <= repeats; r++) {
        lay_out(n, start);
        fill(n, start, column, value, x);
        bench_phase_begin(r ? "cold" : "warm-up");
        spmv(n, start, column, value, x, y);
        bench_consume(y, n * sizeof *y);
        bench_phase_end();
    }
    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        spmv(n, start, column, value, x, y);
        bench_phase_end();
    }

    for (i = 0; i < n; i++)
        sum += y[i];
    printf("%.12g %.12g %.12g %.12g\n", sum, y[0], y[n / 2], y[n - 1]);
    gpump_free(start);
    gpump_free(column);
    gpump_free(value);
    gpump_free(x);
    gpump_free(y);
    return 0;
}
