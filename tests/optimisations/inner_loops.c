/*
 * Loops in loops that are shared out, with a construct of their own that leaves them to one thread: `simd`, `loop`, and regions within
 * regions. To the optimisations they are loops without one.
 */
#include <stdio.h>

#define N 61
#define M 47

static double a[N][M], b[N][M], x[M], y[N];
static int order[M], counts[N][M];

static double weight(double v) { return v * 0.5 + 1; }

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        y[i] = i;
        for (int j = 0; j < M; j++) {
            a[i][j] = i * 0.5 + j % 5;
            b[i][j] = counts[i][j] = 0;
        }
    }
    for (int j = 0; j < M; j++) {
        x[j] = j % 7;
        order[j] = j * 5 % M;
    }
}

static void show(const char *what)
{
    double s = 0, t = 0;
    long u = 0;
    for (int i = 0; i < N; i++) {
        t += y[i] * (i % 3);
        for (int j = 0; j < M; j++) {
            s += b[i][j] * ((i + j) % 4);
            u += counts[i][j] * ((2 * i + j) % 5);
        }
    }
    printf("%s %.3f %.3f %ld\n", what, s, t, u);
    fill();
}

static void simd_loops(void)
{
    int i, j;
    /* nests: 2 */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        #pragma omp simd
        for (j = 0; j < M; j++)
            b[i][j] = weight(a[i][j]);
    }
    show("simd");
    /* sums: first */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++) {
        double sum = 0;
    #pragma omp simd reduction(+ : sum) safelen(8)
        for (j = 0; j < M; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
    show("simd reduction");
    /* sums: stays, the product is none; the element is kept in a register */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        #pragma omp simd
        for (j = 0; j < M; j++)
            y[i] *= 1 + a[i][j] / 1000;
    }
    show("simd product");
    /* nests: 3 */
#pragma omp parallel for
    for (i = 0; i < N; i++)
        #pragma omp simd collapse(2)
        for (j = 0; j < M / 2; j++)
            for (int k = 0; k < 2; k++)
                b[i][2 * j + k] = a[i][2 * j + k] + k;
    show("simd collapse");
    double product = 1;
    /* nests: stays, the loop has a copy of its own */
#pragma omp parallel for firstprivate(product)
    for (i = 0; i < N; i++) {
        product = i;
    #pragma omp simd private(product)
        for (j = 0; j < M; j++) {
            product = a[i][j];
            b[i][j] = product * 2;
        }
        y[i] = product;
    }
    show("simd private");
}

/* Who looks at what counts a loop of `simd` finds its last value. */
static void counters(void)
{
    int i, j;
    /* nests: stays, somebody looks at what counts the inner loop */
#pragma omp parallel for lastprivate(j)
    for (i = 0; i < N; i++) {
        #pragma omp simd
        for (j = 0; j < M; j++)
            b[i][j] = a[i][j];
        y[i] = j;
    }
    printf("%d\n", j);
    show("simd counter");
}

static void regions(void)
{
    /* nests: 2 */
#pragma omp target teams distribute
    for (int i = 0; i < N; i++) {
        double c = i * 0.5;
    #pragma omp parallel for num_threads(32)
        for (int j = 0; j < M; j++)
            b[i][j] = a[i][j] * c;
    }
    show("league");
    /* nests: 2 (the program says so) */
#pragma omp target teams distribute
    for (int i = 0; i < N; i++) {
        #pragma omp parallel for
        for (int j = 0; j < M; j++)
            counts[i][order[j]] += j;
    }
    show("league indirect");
    /* nests: stays, what is read in front of the inner loop is written in it */
#pragma omp target teams distribute
    for (int i = 0; i < N; i++) {
        int first = counts[i][0] + i;
    #pragma omp parallel for
        for (int j = 0; j < M; j++)
            counts[i][order[j]] += first;
    }
    show("league before");
    /* nests: stays, the program asks for one thread */
#pragma omp target teams distribute
    for (int i = 0; i < N; i++) {
        #pragma omp parallel for num_threads(1)
        for (int j = 1; j < M; j++)
            b[i][j] += b[i][j - 1] + a[i][j];
    }
    show("league serial");
    /* nests: stays, the inner region has one thread, and the program may count on it */
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        #pragma omp parallel for
        for (int j = 1; j < M; j++)
            b[i][j] += b[i][j - 1] + a[i][j];
    }
    show("region serial");
    /* sums: first */
#pragma omp target teams distribute
    for (int i = 0; i < N; i++) {
        double sum = 0;
    #pragma omp parallel for reduction(+ : sum)
        for (int j = 0; j < M; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
    show("league sums");
    /* nests: 2 */
#pragma omp target teams loop
    for (int i = 0; i < N; i++) {
        #pragma omp loop
        for (int j = 0; j < M; j++)
            counts[i][order[j]] += i;
    }
    show("loops");
}

int main(void)
{
    fill();
    simd_loops();
    counters();
    regions();
    return 0;
}
