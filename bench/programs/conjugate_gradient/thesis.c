/*
 * Conjugate gradients for a sparse, symmetric system A x = b in double, stored
 * by rows (CSR), for the thesis's dialect. It has reductions of integers only:
 * each thread leaves a partial sum, and behind the loop's barrier each adds all
 * of them up for itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

#include "../bench.h"

#define ITERATIONS 100

struct matrix {
    int rows, elements;
    int *start, *column;
    double *value;
};

/* The side of a cube of about n points. */
static int side_of(int n)
{
    int side = 1;

    while ((side + 1) * (side + 1) * (side + 1) <= n)
        side++;
    return side;
}

/* Each unknown is tied to its neighbours in a cube: symmetric, and positive definite by a heavier diagonal. */
static void fill(struct matrix *m, double *b)
{
    int side = side_of(m->rows), n = m->rows, i, k, used = 0, diagonal, other;
    int distance[7];

    distance[0] = -side * side;
    distance[1] = -side;
    distance[2] = -1;
    distance[3] = 0;
    distance[4] = 1;
    distance[5] = side;
    distance[6] = side * side;
    for (i = 0; i < n; i++) {
        m->start[i] = diagonal = used;
        for (k = 0; k < 7; k++) {
            other = i + distance[k];
            if (other < 0 || other >= n)
                continue;
            if (k == 3)
                diagonal = used;
            m->column[used] = other;
            m->value[used++] = k == 3 ? 0.05 : -0.5 - bench_number((i < other ? i : other) * 8ull + abs(k - 3));
        }
        for (k = m->start[i]; k < used; k++)
            if (k != diagonal)
                m->value[diagonal] -= m->value[k];
        b[i] = 1 + bench_number(i);
    }
    m->start[n] = m->elements = used;
}

#pragma gpump accessible
static double sum_of(const double *partial, int threads)
{
    double sum = 0;
    int t;

    for (t = 0; t < threads; t++)
        sum += partial[t];
    return sum;
}

/* x = 0, and what belongs to it. */
static void begin(int n, const double *b, double *x, double *r, double *p, double *rho)
{
    double sum = 0;
    int i;

#pragma omp parallel for
    for (i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = b[i];
        p[i] = b[i];
    }
    for (i = 0; i < n; i++)
        sum += b[i] * b[i];
    *rho = sum;
}

/* `rho` points to the square of r's length; `p_q` and `r_r` have room for one number of each thread. */
static void iterate(int n, int *start, int *column, double *value, double *x, double *r, double *p, double *q,
                    double *rho, double *p_q, double *r_r, int iterations)
{
#pragma omp parallel
    {
        double alpha, beta, mine, before = *rho, now;
        int i, k, iteration;

        for (iteration = 0; iteration < iterations; iteration++) {
            mine = 0;
#pragma omp for nowait
            for (i = 0; i < n; i++) {
                double sum = 0;

                for (k = start[i]; k < start[i + 1]; k++)
                    sum += value[k] * p[column[k]];
                q[i] = sum;
                mine += p[i] * sum;
            }
            p_q[omp_get_thread_num()] = mine;
#pragma omp barrier
            alpha = before / sum_of(p_q, omp_get_num_threads());
            mine = 0;
#pragma omp for nowait
            for (i = 0; i < n; i++) {
                x[i] += alpha * p[i];
                r[i] -= alpha * q[i];
                mine += r[i] * r[i];
            }
            r_r[omp_get_thread_num()] = mine;
#pragma omp barrier
            now = sum_of(r_r, omp_get_num_threads());
            beta = now / before;
            before = now;
#pragma omp for
            for (i = 0; i < n; i++)
                p[i] = r[i] + beta * p[i];
        }
#pragma omp master
        *rho = before;
    }
}

static double *numbers(int n)
{
    return (double *)bench_checked(gpump_malloc(n * sizeof(double)));
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), threads = omp_get_max_threads(), i, k;
    struct matrix m;
    double *b = numbers(n), *x = numbers(n), *r = numbers(n), *p = numbers(n), *q = numbers(n);
    double *rho = numbers(1), *p_q = numbers(threads), *r_r = numbers(threads);
    double sum = 0;

    m.rows = n;
    m.start = (int *)bench_checked(gpump_malloc((n + 1) * sizeof(int)));
    m.column = (int *)bench_checked(gpump_malloc(7 * n * sizeof(int)));
    m.value = numbers(7 * n);
    for (k = 0; k <= repeats; k++) {
        fill(&m, b);
        bench_phase_begin(k ? "cold" : "warm-up");
        begin(n, b, x, r, p, rho);
        iterate(n, m.start, m.column, m.value, x, r, p, q, rho, p_q, r_r, 1);
        bench_consume(x, n * sizeof(double));
        bench_phase_end();
    }
    for (k = 0; k <= repeats; k++) {
        fill(&m, b);
        bench_phase_begin(k ? "sweeps" : "warm-up");
        begin(n, b, x, r, p, rho);
        iterate(n, m.start, m.column, m.value, x, r, p, q, rho, p_q, r_r, ITERATIONS);
        bench_consume(x, n * sizeof(double));
        bench_phase_end();
    }
    for (i = 0; i < n; i++)
        sum += x[i];
    printf("%.10g %.10g %.10g %.10g\n", sum, x[0], x[n / 2], x[n - 1]);

    begin(n, b, x, r, p, rho);
    for (k = 0; k <= repeats; k++) {
        bench_phase_begin(k ? "again" : "warm-up");
        iterate(n, m.start, m.column, m.value, x, r, p, q, rho, p_q, r_r, 1);
        bench_phase_end();
    }
    gpump_free(m.start);
    gpump_free(m.column);
    gpump_free(m.value);
    gpump_free(b);
    gpump_free(x);
    gpump_free(r);
    gpump_free(p);
    gpump_free(q);
    gpump_free(rho);
    gpump_free(p_q);
    gpump_free(r_r);
    return 0;
}
