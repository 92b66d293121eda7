/* Sums inside of an iteration: which are added up by a group of threads. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 200, M = 130 };

static int first[N + 1], column[N * 40];
static double value[N * 40], x[N], y[N], z[N], matrix[N][M];
static long counts[N];

static void show(const char *what)
{
    double s = 0;
    long c = 0;
    int i;
    for (i = 0; i < N; i++) {
        s += y[i] * (i % 7) + z[i] * (i % 5);
        c += counts[i] * (i % 3);
        y[i] = z[i] = 0;
        counts[i] = 0;
    }
    printf("%s %.3f %ld\n", what, s, c);
}

static double half(double v) { return v / 2; }

static int calls;
static double counted(double v)
{
    calls++;
    return v;
}

/* An orphaned loop: all threads call it with the same. */
static void multiply(int n, const double *from, double *to)
{
    int i, k;
    /* sums: first */
#pragma omp for
    for (i = 0; i < n; i++) {
        double sum = 0;
        for (k = first[i]; k < first[i + 1]; k++)
            sum += value[k] * from[column[k]];
        to[i] = sum;
    }
}

/* Each thread has its own. */
static void multiply_own(int n, double factor, double *to)
{
    int i, k;
    /* sums: stays, `factor` is each thread's */
#pragma omp for
    for (i = 0; i < n; i++) {
        double sum = 0;
        for (k = first[i]; k < first[i + 1]; k++)
            sum += value[k] * factor;
        to[i] = sum != 0;
    }
}

int main(void)
{
    int i, j, k, n = 0;
    double s, t;
    long total = 0;

    for (i = 0; i < N; i++) {
        first[i] = n;
        for (j = 0; j < i % 37; j++, n++) {
            column[n] = (i * 7 + j * 3) % N;
            value[n] = j - 3;
        }
        x[i] = i % 11;
        for (j = 0; j < M; j++)
            matrix[i][j] = (i * 3 + j) % 17;
    }
    first[N] = n;

#pragma omp parallel
    multiply(N, x, y);
    show("rows");

#pragma omp parallel
    multiply_own(N, omp_get_thread_num() + 1, y);
    show("own");

    /* sums: first */
#pragma omp parallel for private(j, s)
    for (i = 0; i < N; i++) {
        s = i;
        for (j = 0; j < M; j++)
            s = s + half(matrix[i][j]) * 2;
        for (j = M - 1; j >= 3; j -= 2)
            s -= matrix[i][j];
        y[i] = s;
        z[i] += s * 2;
    }
    show("matrix");

    /* sums: first (the loop has a variable of its own, and the thread another one of this name) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++) {
        double sum = 0;
        j = i % 5;
        for (int j = 0; j < M; j++)
            sum += matrix[i][j];
        y[i] = sum * j;
    }
    show("names");

    /* sums: unforeseen
       Their bounds are the iteration's own. */
#pragma omp parallel for private(k) reduction(+ : total)
    for (i = 0; i < N; i++) {
        int from = first[i], to = first[i + 1];
        long odd = 0;
        if (i % 10 == 3)
            continue;
        for (k = from; k < to; k++) {
            if (column[k] % 2 == 0)
                continue;
            odd++;
        }
        total += odd;
        counts[i] = odd;
    }
    printf("%ld\n", total);
    show("odd");

    /* sums: stays, an iteration of the inner loop needs those before it */
#pragma omp parallel for private(j, s)
    for (i = 0; i < N; i++) {
        s = 1;
        for (j = 0; j < M; j++)
            s += fmod(s, 3) + matrix[i][j];
        y[i] = s;
    }
    show("chain");

    /* sums: stays, the inner loop writes */
#pragma omp parallel for private(j, s)
    for (i = 0; i < N; i++) {
        s = 0;
        for (j = 0; j < M; j++) {
            s += matrix[i][j];
            matrix[i][j] = s;
        }
        y[i] = s;
    }
    show("prefix");

    /* sums: stays, something is written before the sum */
#pragma omp parallel for private(j, s)
    for (i = 0; i < N; i++) {
        z[i] = i;
        s = 0;
        for (j = 0; j < M; j++)
            s += matrix[i][j] + z[i];
        y[i] = s;
    }
    show("before");

    /* sums: stays, a product */
#pragma omp parallel for private(j, s)
    for (i = 0; i < N; i++) {
        s = 1;
        for (j = 0; j < M; j++)
            s *= matrix[i][j] > 20 ? 2 : 1;
        y[i] = s;
    }
    show("product");

    /* sums: columns (neighbours are those of the outer loop) */
#pragma omp parallel for private(j, s)
    for (i = 0; i < M; i++) {
        s = 0;
        for (j = 0; j < N; j++)
            s += matrix[j][i];
        y[i] = s;
    }
    show("columns");

    /* sums: stays, a function does more than compute */
#pragma omp parallel for private(j, s) num_threads(1)
    for (i = 0; i < N; i++) {
        s = 0;
        for (j = 0; j < M; j++)
            s += counted(matrix[i][j]);
        y[i] = s;
    }
    printf("%d\n", calls);
    show("counted");

    /* sums: first (the schedule is the program's, and nobody can tell) */
#pragma omp parallel for private(j, s) schedule(dynamic, 3)
    for (i = 0; i < N; i++) {
        s = 0;
        for (j = 0; j < M; j++)
            s += matrix[i][j];
        y[i] = s;
    }
    show("dynamic");

    t = 0;
#pragma omp parallel private(i, j, s, t)
    {
        t = 0;
        /* sums: stays, the sum goes on from iteration to iteration */
#pragma omp for
        for (i = 0; i < N; i++) {
            for (j = 0; j < M; j++)
                t += matrix[i][j];
            y[i] = i;
        }
#pragma omp critical
        z[0] += t;
    }
    show("carried");
    return (int)t;
}
