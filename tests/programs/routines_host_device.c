/*
 * The routines of 8.3 outside of regions, inside, and in an accessible function
 * that both call.
 * threads: 3
 */
#include <stdio.h>
#include <omp.h>

#pragma gpump accessible
int code(void)
{
    return 100 * omp_in_parallel() + 10 * omp_get_num_threads() + omp_get_thread_num();
}

int main(void)
{
    int inside[3], levels, most = omp_get_max_threads(), i;
    double start = omp_get_wtime(), end;

    levels = omp_in_parallel() ? 1 : 0;
    #pragma omp parallel num_threads(omp_get_max_threads())
    {
        inside[omp_get_thread_num()] = code();
        if (!omp_in_parallel())
            levels = -1;
    }
    end = omp_get_wtime();
    for (i = 0; i < 3; i++)
        printf("%d ", inside[i]);
    printf("%d %d %d %d %d\n", code(), levels, most, omp_get_num_procs() > 0, end >= start && start > 0);
    printf("%d %d\n", omp_get_num_threads(), omp_get_thread_num());
    return 0;
}
