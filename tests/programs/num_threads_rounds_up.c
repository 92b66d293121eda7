/*
 * From the number of processors on, which is 32, num_threads rounds up to a
 * multiple of it (8.1.2).
 * expect: 64 64 96
 */
#include <stdio.h>
#include <omp.h>

int main(void)
{
    int a, b, c;

    #pragma omp parallel num_threads(33)
    {
        #pragma omp master
        a = omp_get_num_threads();
    }
    #pragma omp parallel num_threads(63)
    {
        #pragma omp master
        b = omp_get_num_threads();
    }
    #pragma omp parallel num_threads(65)
    {
        #pragma omp master
        c = omp_get_num_threads();
    }
    printf("%d %d %d\n", a, b, c);
    return 0;
}
