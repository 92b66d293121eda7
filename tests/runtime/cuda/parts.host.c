/* Regions in parts: kernels one after the other, of which one leaves a result that the next one uses, and one needs its team. */
#include <takeover.h>
#include <gpump.h>
#include <stdio.h>
#include <stdlib.h>

extern gpump_region_t run_region;

static long run(int n, int team, const double *a, double *b)
{
    double sum = 1;
    long seen = 0;
    int i;
    /* #pragma omp parallel if(n > 2) num_threads(team) */
    {
        struct { int n; double *b; const double *a; double *sum; long *seen; } gpump_shared = {n, b, a, &sum, &seen};
        if (!gpump_parallel(&run_region, n > 2, team, &gpump_shared))
    {
        /* #pragma omp for nowait */
        for (i = 0; i < n; i++)
            b[i] = 2 * a[i];
        /* #pragma omp for reduction(+ : sum) */
        for (i = 0; i < n; i++)
            sum += a[i];
        /* #pragma omp for schedule(dynamic, 3) reduction(+ : seen) */
        for (i = 0; i < n; i++) {
            if (i == n - 1)
                printf("%g\n", sum);
            b[i] += sum;
            seen += i;
        }
        /* #pragma omp for */
        for (i = n - 1; i >= 0; i--)
            b[i] += seen;
    }
    }
    return seen;
}

int main(void)
{
    enum { N = 1000 };
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), all = 0;
    int sizes[] = {N, 17, 3, 1, 0}, i, k;
    for (i = 0; i < N; i++)
        a[i] = i % 9;
    for (k = 0; k < 5; k++) {
        long seen = run(sizes[k], k + 2, a, b);
        for (i = 0; i < sizes[k]; i++)
            all += b[i] * (i % 5 + 1);
        printf("%ld %.1f\n", seen, all);
    }
    free(a);
    free(b);
    return 0;
}
