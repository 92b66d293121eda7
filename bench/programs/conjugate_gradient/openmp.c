/*
 * Conjugate gradients for a sparse, symmetric system A x = b in double, stored
 * by rows (CSR). All iterations are one parallel region: work-sharing loops,
 * one of them in a function, with barriers between.
 */
#include <stdio.h>
#include <stdlib.h>

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

/* What the team shares. */
static double rho, rho_before, p_q;

static void multiply(const struct matrix *m, const double *p, double *q)
{
    int i, k;

#pragma omp for
    for (i = 0; i < m->rows; i++) {
        double sum = 0;

        for (k = m->start[i]; k < m->start[i + 1]; k++)
            sum += m->value[k] * p[m->column[k]];
        q[i] = sum;
    }
}

/* x = 0, and what belongs to it. */
static void begin(int n, const double *b, double *x, double *r, double *p)
{
    int i;

    rho = 0;
#pragma omp parallel for reduction(+ : rho)
    for (i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = b[i];
        p[i] = b[i];
        rho += b[i] * b[i];
    }
}

static void iterate(const struct matrix *m, double *x, double *r, double *p, double *q, int iterations)
{
    int n = m->rows;

#pragma omp parallel
    {
        double alpha, beta;
        int i, iteration;

        for (iteration = 0; iteration < iterations; iteration++) {
            multiply(m, p, q);
#pragma omp single
            {
                rho_before = rho;
                rho = 0;
                p_q = 0;
            }
#pragma omp for reduction(+ : p_q)
            for (i = 0; i < n; i++)
                p_q += p[i] * q[i];
            alpha = rho_before / p_q;
#pragma omp for reduction(+ : rho)
            for (i = 0; i < n; i++) {
                x[i] += alpha * p[i];
                r[i] -= alpha * q[i];
                rho += r[i] * r[i];
            }
            beta = rho / rho_before;
#pragma omp for
            for (i = 0; i < n; i++)
                p[i] = r[i] + beta * p[i];
        }
    }
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), i, k;
    struct matrix m;
    double *b = bench_checked(malloc(n * sizeof *b));
    double *x = bench_checked(malloc(n * sizeof *x));
    double *r = bench_checked(malloc(n * sizeof *r));
    double *p = bench_checked(malloc(n * sizeof *p));
    double *q = bench_checked(malloc(n * sizeof *q));
    double sum = 0;

    m.rows = n;
    m.start = bench_checked(malloc((n + 1) * sizeof *m.start));
    m.column = bench_checked(malloc(7 * n * sizeof *m.column));
    m.value = bench_checked(malloc(7 * n * sizeof *m.value));
    for (k = 0; k <= repeats; k++) {
        fill(&m, b);
        bench_phase_begin(k ? "cold" : "warm-up");
        begin(n, b, x, r, p);
        iterate(&m, x, r, p, q, 1);
        bench_consume(x, n * sizeof *x);
        bench_phase_end();
    }
    for (k = 0; k <= repeats; k++) {
        fill(&m, b);
        bench_phase_begin(k ? "sweeps" : "warm-up");
        begin(n, b, x, r, p);
        iterate(&m, x, r, p, q, ITERATIONS);
        bench_consume(x, n * sizeof *x);
        bench_phase_end();
    }
    for (i = 0; i < n; i++)
        sum += x[i];
    printf("%.10g %.10g %.10g %.10g\n", sum, x[0], x[n / 2], x[n - 1]);

    begin(n, b, x, r, p);
    for (k = 0; k <= repeats; k++) {
        bench_phase_begin(k ? "again" : "warm-up");
        iterate(&m, x, r, p, q, 1);
        bench_phase_end();
    }
    free(m.start);
    free(m.column);
    free(m.value);
    free(b);
    free(x);
    free(r);
    free(p);
    free(q);
    return 0;
}
