/* A team that works together: each thread its part, one of them a part alone, all of them one after another. */
#include <stdio.h>
#include <omp.h>

int main(void)
{
    int threads = 0, sum = 0;

    #pragma omp parallel num_threads(4)
    {
        int mine = omp_get_thread_num() + 1;

        #pragma omp single
        threads = omp_get_num_threads();

        #pragma omp critical
        sum += mine;
    }

    printf("%d threads, their sum is %d\n", threads, sum);
    return 0;
}
