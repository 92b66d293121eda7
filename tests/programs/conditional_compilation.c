/*
 * #if around regions, inside regions, and around directives; _OPENMP is
 * defined, as OpenMP says (2.2).
 * threads: 4
 */
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
#error no OpenMP
#endif

#define USE_SECOND 1

int main(void)
{
    int v[10], i, n = 10, who = -1;

#ifdef _OPENMP
    #pragma omp parallel for
#endif
    for (i = 0; i < n; i++) {
#if USE_SECOND
        v[i] = 2 * i;
#else
        v[i] = i;
#endif
    }

#if 0
    #pragma omp parallel sections
    {
    }
#elif defined USE_SECOND
    #pragma omp parallel
    {
# ifdef _OPENMP
        #pragma omp master
        who = omp_get_thread_num();
# endif
        #pragma omp for
        for (i = 0; i < n; i++)
            v[i]++;
    }
#endif
    printf("%d %d %d\n", v[0], v[9], who);
    return 0;
}
