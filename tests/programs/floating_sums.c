/*
 * Sums of floating-point numbers, to the last digit: a loop gives each thread the iterations that gcc's threads have, and two
 * threads add up to the same in either order.
 *
 * threads: 2
 * cuda alone: the thesis's reductions are of integers
 */
#include <math.h>
#include <stdio.h>

#define N 100001

static double values[N], square[300][301];

static double orphaned(void)
{
    static double sum;
    int i;
#pragma omp for reduction(+ : sum)
    for (i = 0; i < N; i++)
        sum += values[i];
    return sum;
}

int main(void)
{
    double sum = 0, product = 1, by_hand = 0, rows = 0, columns = 0, back = 0, called = 0;
    float single = 0;
    int i, j;

    for (i = 0; i < N; i++)
        values[i] = sin(i) * 1e3;
    for (i = 0; i < 300; i++)
        for (j = 0; j < 301; j++)
            square[i][j] = cos(i * 301 + j) / (1 + j);

#pragma omp parallel for reduction(+ : sum, single) reduction(* : product)
    for (i = 0; i < N; i++) {
        sum += values[i];
        single += values[i];
        product *= 1 + values[i] * 1e-6;
    }
    printf("%.17g %.9g %.17g\n", sum, single, product);

#pragma omp parallel
    {
        double mine = 0;
#pragma omp for
        for (i = 0; i < N; i++)
            mine += values[i];
#pragma omp critical
        by_hand += mine;
    }
    printf("%.17g\n", by_hand);

#pragma omp parallel for reduction(+ : rows) private(j)
    for (i = 0; i < 300; i++)
        for (j = 0; j < 301; j++)
            rows += square[i][j];
#pragma omp parallel for collapse(2) reduction(+ : columns) schedule(static)
    for (i = 0; i < 300; i++)
        for (j = 0; j < 301; j++)
            columns += square[i][j];
    printf("%.17g %.17g\n", rows, columns);

#pragma omp parallel for reduction(+ : back) schedule(auto)
    for (i = N - 1; i >= 0; i -= 3)
        back += values[i];
    printf("%.17g\n", back);

#pragma omp parallel
    called = orphaned();
    printf("%.17g\n", called);
    return 0;
}
