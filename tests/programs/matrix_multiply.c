/*
 * A product of matrices that are passed as two-dimensional arrays.
 * threads: 5
 */
#include <stdio.h>

enum { N = 24 };

typedef double Matrix[N][N];

void multiply(double a[N][N], double b[][N], double (*c)[N])
{
    int i, j, k;

    #pragma omp parallel shared(a, b, c) private(i, j, k)
    {
        #pragma omp for schedule(static)
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++) {
                double sum = 0;
                for (k = 0; k < N; k++)
                    sum += a[i][k] * b[k][j];
                c[i][j] = sum;
            }
    }
}

int main(void)
{
    Matrix a, b, c;
    #pragma gpump accessible(a, b, c)
    double trace = 0, all = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i - j;
            b[i][j] = i * j % 7;
        }
    multiply(a, b, c);
    for (int i = 0; i < N; i++) {
        trace += c[i][i];
        for (int j = 0; j < N; j++)
            all += c[i][j];
    }
    printf("%g %g %g\n", trace, all, c[3][5]);
    return 0;
}
