/*
 * Arrays in regions: of several dimensions, of structures, of pointers,
 * shared as a whole and by rows passed to functions.
 *
 * cross: #pragma omp parallel for private(j, k) num_threads(3) => #pragma omp parallel private(i, j, k) num_threads(3)
 * cross: #pragma omp for
 */
#include "check.h"

#define N 12

typedef int plane_t[N][N];

static plane_t a, b;
static long cube[3][4][5];

static void scale_row(int row[], int n, int by)
{
    int k;

    for (k = 0; k < n; k++)
        row[k] *= by;
}

static void scale(plane_t *p, int by)
{
    int r;
#pragma omp for
    for (r = 0; r < N; r++)
        scale_row((*p)[r], N, by);
}

int main(void)
{
    int c[N][N], i, j, k, wrong = 0;

    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = i + j;
            b[i][j] = i == j;
        }
#pragma omp parallel num_threads(4)
    {
        scale(&a, 3);
        scale(&b, 2);
    }
#pragma omp parallel for private(j, k) num_threads(4) // product
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            c[i][j] = 0;
            for (k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            wrong += c[i][j] != 6 * (i + j);
    CHECK(wrong == 0);
#pragma omp parallel for private(j, k) num_threads(3)
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++)
            for (k = 0; k < 5; k++)
                *(*(cube[i] + j) + k) += 100 * i + 10 * j + k;
    for (i = 0; i < 60; i++)
        wrong += (&cube[0][0][0])[i] != 100 * (i / 20) + 10 * (i / 5 % 4) + i % 5;
    CHECK(wrong == 0);
    return check_result("arrays");
}
