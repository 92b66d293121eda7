/* Many small regions, of teams of changing sizes, and many barriers and reductions in one. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>

extern gpump_region_t main_parallel0_region, main_parallel1_region, main_parallel2_region;

int main(void)
{
    int i, k, errors = 0;
    long total = 0;
    double sum = 0;
    int last[64] = {0};

    for (i = 0; i < 1000; i++) {
        int count = 0;
        /* #pragma omp parallel num_threads(1 + i % 7) reduction(+ : count) */
        {
            struct { int *count; } gpump_shared = {&count};
            if (!gpump_parallel(&main_parallel0_region, 1, 1 + i % 7, &gpump_shared))
        count += 1 + omp_get_thread_num();
        }
        total += count;
    }
    printf("%ld\n", total);

    /* #pragma omp parallel private(i) reduction(+ : errors) */
    {
        struct { int *last, *errors; } gpump_shared = {last, &errors};
        if (!gpump_parallel(&main_parallel1_region, 1, 0, &gpump_shared))
    for (i = 0; i < 300; i++) {
        int me = omp_get_thread_num();
        last[me] = i;
        /* #pragma omp barrier */
        errors += last[(me + 1) % omp_get_num_threads()] != i;
        /* #pragma omp barrier */
    }
    }
    printf("%d\n", errors);

    /* #pragma omp parallel private(i) */
    {
        struct { double *sum; } gpump_shared = {&sum};
        if (!gpump_parallel(&main_parallel2_region, 1, 0, &gpump_shared))
    for (i = 0; i < 200; i++) {
        /* #pragma omp for reduction(+ : sum) */
        for (k = 0; k < 50; k++)
            sum += k;
    }
    }
    printf("%g\n", sum);
    return 0;
}
