/*
 * The guards that real programs have: `#ifdef _OPENMP` around the header and
 * around each directive.
 * threads: 4
 */
#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>
#define me() omp_get_thread_num()
#else
#define me() 0
#endif

int main(void)
{
    int v[10], i, sum = 0;

#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (i = 0; i < 10; i++)
        v[i] = i;

#ifdef _OPENMP
#  pragma omp parallel for reduction(+:sum) \
                           schedule(static)
#endif /* _OPENMP */
    for (i = 0; i < 10; i++) {
        sum += v[i];
    }
#if defined(_OPENMP) && _OPENMP >= 200505
    printf("%d\n", sum);
#endif
    return 0;
}
