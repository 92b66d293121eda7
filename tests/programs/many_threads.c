/*
 * Teams of hundreds of threads, with a barrier.
 */
#include <stdio.h>
#include <omp.h>

int main(void)
{
    int members = 0, size = 0, i, sum = 0;

    #pragma omp parallel num_threads(256) reduction(+: members)
    {
        members++;
        #pragma omp barrier
        #pragma omp master
        size = omp_get_num_threads();
    }
    #pragma omp parallel for num_threads(128) schedule(static, 1) reduction(+: sum)
    for (i = 0; i < 1000; i++)
        sum += i;
    printf("%d %d %d\n", members, size, sum);
    return 0;
}
