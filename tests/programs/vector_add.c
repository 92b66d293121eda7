/*
 * The sum of two vectors, the program that everyone writes first: `parallel
 * for` over dynamically allocated blocks (6.2, 8.2.3).
 */
#include <stdio.h>
#include <stdlib.h>

void vector_add(const double *a, const double *b, double *c, int n)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

int main(void)
{
    const int n = 1000;
    double *a, *b, *c, total = 0.0;
    int i;

    a = (double *)gpump_malloc(n * sizeof(double));
    b = (double *)gpump_malloc(n * sizeof(double));
    c = (double *)gpump_malloc(n * sizeof(double));
    if (a == NULL || b == NULL || c == NULL)
        return EXIT_FAILURE;
    for (i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 2 * i + 1;
    }

    vector_add(a, b, c, n);

    for (i = 0; i < n; i++)
        total += c[i];
    printf("c[0] = %g, c[%d] = %g, total %g\n", c[0], n - 1, c[n - 1], total);
    gpump_free(a);
    gpump_free(b);
    gpump_free(c);
    return 0;
}
