/* Large arrays that the host fills, and regions use many times: what has to move to the device, and when. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define N 131072

static double fixed[N];

static void sweep(double *a, int n)
{
    int i;
#pragma omp parallel for
    for (i = 0; i < n; i++)
        a[i] += 1;
}

static void report(const double *a, const double *local)
{
    double sum = 0;
    long different = 0;
    _Bool all = 1;
    int i;
#pragma omp parallel for reduction(+ : sum, different) reduction(&& : all)
    for (i = 0; i < N; i++) {
        sum += a[i] + local[i % 1000];
        different += a[i] != a[0];
        all = all && a[i] >= 0;
    }
    printf("%g %ld %d\n", sum, different, all);
}

int main(void)
{
    double *a = malloc(N * sizeof *a), local[N];
    int i;
    for (i = 0; i < N; i++)
        a[i] = local[i] = 0;
    for (i = 0; i < 100; i++)
        sweep(a + 16, N - 16);
    report(a, local);
    for (i = 0; i < N; i++)
        a[i] = i;
    sweep(a, N);
    usleep(1000);
    a[N - 1] = 5;
    sweep(a, N);
    report(a, local);
    for (i = 0; i < 3; i++) {
        int k;
#pragma omp parallel for
        for (k = 0; k < N; k++)
            fixed[k] += local[k] += k;
    }
    printf("%g\n", fixed[N - 1]);
    a = realloc(a, 2 * N * sizeof *a);
    sweep(a, N);
    printf("%g\n", a[N - 1]);
    for (i = 0; i < 2 * N; i++)
        a[i] = 0;
    for (i = 0; i < 8; i++) {
        double sum = 0;
        int k;
        sweep(a, 2 * N);
        for (k = 0; i < 5 && k < 2 * N; k++)
            sum += a[k];
        printf("%g\n", sum);
    }
    free(a);
    return 0;
}
