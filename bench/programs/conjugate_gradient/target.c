/*
 * Conjugate gradients for a sparse, symmetric system A x = b in double, stored
 * by rows (CSR), on a `target` device: a construct for each loop, and the two
 * scalars on the host.
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

static void multiply(const struct matrix *m, const double *p, double *q)
{
    const int *start = m->start, *column = m->column;
    const double *value = m->value;
    int n = m->rows, elements = m->elements, i, k;

#pragma omp target teams distribute parallel for simd private(k) \
    map(to: start[:n + 1], column[:elements], value[:elements], p[:n]) map(from: q[:n])
    for (i = 0; i < n; i++) {
        double sum = 0;

        for (k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * p[column[k]];
        q[i] = sum;
    }
}

/* x = 0, and what belongs to it. */
static double begin(int n, const double *b, double *x, double *r, double *p)
{
    double rho = 0;
    int i;

#pragma omp target teams distribute parallel for simd reduction(+ : rho) map(tofrom: rho) \
    map(to: b[:n]) map(from: x[:n], r[:n], p[:n])
    for (i = 0; i < n; i++) {
        x[i] = 0;
        r[i] = b[i];
        p[i] = b[i];
        rho += b[i] * b[i];
    }
    return rho;
}

static double iterate(const struct matrix *m, double rho, double *x, double *r, double *p, double *q, int iterations)
{
    double p_q, alpha, beta, rho_before;
    int n = m->rows, iteration, i;

    for (iteration = 0; iteration < iterations; iteration++) {
        multiply(m, p, q);
        p_q = 0;
#pragma omp target teams distribute parallel for simd reduction(+ : p_q) map(tofrom: p_q) map(to: p[:n], q[:n])
        for (i = 0; i < n; i++)
            p_q += p[i] * q[i];
        alpha = rho / p_q;
        rho_before = rho;
        rho = 0;
#pragma omp target teams distribute parallel for simd reduction(+ : rho) map(tofrom: rho) \
    map(to: p[:n], q[:n]) map(tofrom: x[:n], r[:n])
        for (i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
            rho += r[i] * r[i];
        }
        beta = rho / rho_before;
#pragma omp target teams distribute parallel for simd map(to: r[:n]) map(tofrom: p[:n])
        for (i = 0; i < n; i++)
            p[i] = r[i] + beta * p[i];
    }
    return rho;
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv), i, k;
    struct matrix m;
    int *start = bench_checked(malloc((n + 1) * sizeof *start));
    int *column = bench_checked(malloc(7 * n * sizeof *column));
    double *value = bench_checked(malloc(7 * n * sizeof *value));
    double *b = bench_checked(malloc(n * sizeof *b));
    double *x = bench_checked(malloc(n * sizeof *x));
    double *r = bench_checked(malloc(n * sizeof *r));
    double *p = bench_checked(malloc(n * sizeof *p));
    double *q = bench_checked(malloc(n * sizeof *q));
    double sum = 0, rho = 0;

    m.rows = n;
    m.start = start;
    m.column = column;
    m.value = value;
#pragma omp target data map(alloc: start[:n + 1], column[:7 * n], value[:7 * n], b[:n], x[:n], r[:n], p[:n], q[:n])
    {
        for (k = 0; k <= repeats; k++) {
            fill(&m, b);
            bench_phase_begin(k ? "cold" : "warm-up");
#pragma omp target update to(start[:n + 1], column[:m.elements], value[:m.elements], b[:n])
            rho = begin(n, b, x, r, p);
            iterate(&m, rho, x, r, p, q, 1);
#pragma omp target update from(x[:n])
            bench_consume(x, n * sizeof *x);
            bench_phase_end();
        }
        for (k = 0; k <= repeats; k++) {
            fill(&m, b);
            bench_phase_begin(k ? "sweeps" : "warm-up");
#pragma omp target update to(start[:n + 1], column[:m.elements], value[:m.elements], b[:n])
            rho = begin(n, b, x, r, p);
            iterate(&m, rho, x, r, p, q, ITERATIONS);
#pragma omp target update from(x[:n])
            bench_consume(x, n * sizeof *x);
            bench_phase_end();
        }
        for (i = 0; i < n; i++)
            sum += x[i];
        printf("%.10g %.10g %.10g %.10g\n", sum, x[0], x[n / 2], x[n - 1]);

        rho = begin(n, b, x, r, p);
        for (k = 0; k <= repeats; k++) {
            bench_phase_begin(k ? "again" : "warm-up");
            rho = iterate(&m, rho, x, r, p, q, 1);
            bench_phase_end();
        }
    }
    free(start);
    free(column);
    free(value);
    free(b);
    free(x);
    free(r);
    free(p);
    free(q);
    return 0;
}
