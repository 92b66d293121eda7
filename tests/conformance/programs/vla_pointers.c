/*
 * Parameters of variable length and pointers to variable-length arrays (C99):
 * a block of the heap as a matrix.
 *
 * cross: #pragma omp for private(j) // transpose
 * cross: reduction(+ : traces, wrong) => firstprivate(traces)
 */
#include <stdlib.h>
#include "check.h"

static void transpose(int n, int m, double a[n][m], double b[m][n])
{
    int i, j;

#pragma omp for private(j) // transpose
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            b[j][i] += a[i][j];
}

static double trace(int n, double (*a)[n])
{
    double sum = 0;
    int i;

    for (i = 0; i < n; i++)
        sum += a[i][i];
    return sum;
}

int main(void)
{
    int n = 9, m = 14, i, j, wrong = 0;
    double(*a)[m] = malloc((size_t)n * sizeof *a), (*b)[n] = calloc((size_t)m, sizeof *b), (*row)[m];
    double traces = 0;

#pragma omp parallel for private(j, row) num_threads(4)
    for (i = 0; i < n; i++) {
        row = a + i;
        for (j = 0; j < m; j++)
            (*row)[j] = 100 * i + j;
    }
#pragma omp parallel num_threads(4)
    transpose(n, m, a, b);
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            wrong += b[j][i] != 100 * i + j;
    CHECK(wrong == 0);
#pragma omp parallel reduction(+ : traces, wrong) num_threads(3)
    {
        double(*last)[n] = b + (m - 1);
        traces += trace(n, b);
        wrong += (*last)[2] != 200 + m - 1;
        wrong += (char *)(b + 1) - (char *)b != (long)((size_t)n * sizeof(double));
    }
    CHECK(wrong == 0);
    CHECK(traces == 3 * 101 * 36);
    free(a);
    free(b);
    return check_result("pointers to variable-length arrays");
}
