#include <stdio.h>
#include <omp.h>

int main(void)
{
    int seen[4] = {0, 0, 0, 0}, copy[4];

    #pragma omp parallel num_threads(4)
    {
        int me = omp_get_thread_num();
        seen[me] = me + 1;
        #pragma omp barrier
        copy[me] = seen[(me + 1) % 4];
    }
    printf("%d %d %d %d\n", copy[0], copy[1], copy[2], copy[3]);
    return 0;
}
