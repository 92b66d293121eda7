/*
 * Two and three levels of indirection: rows of a matrix behind a pointer to
 * pointers (5.4).
 * threads: 4
 */
#include <stdio.h>
#include <stdlib.h>

void scale(double **rows, int n, int m, double factor)
{
    int i, j;

    #pragma omp parallel for shared(rows) private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            rows[i][j] *= factor;
}

void set(double ***cube, int n)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < n; i++)
        cube[i % 2][i / 2][0] = 100 + i;
}

int main(void)
{
    double **a = (double **)gpump_malloc(5 * sizeof(double *));
    double **pair[2];
    #pragma gpump accessible(pair)
    int i, j;

    for (i = 0; i < 5; i++) {
        a[i] = (double *)gpump_malloc(3 * sizeof(double));
        for (j = 0; j < 3; j++)
            a[i][j] = 10 * i + j;
    }
    scale(a, 5, 3, 0.5);
    for (i = 0; i < 5; i++)
        printf("%g %g %g\n", a[i][0], a[i][1], a[i][2]);
    pair[0] = a;
    pair[1] = a + 2;
    set(pair, 4);
    for (i = 0; i < 5; i++)
        printf("%g ", a[i][0]);
    printf("\n");
    for (i = 0; i < 5; i++)
        gpump_free(a[i]);
    gpump_free(a);
    return 0;
}
