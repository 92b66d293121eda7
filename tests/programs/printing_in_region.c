/*
 * printf in a region, which CUDA has: the master's lines come in order.
 * threads: 4
 */
#include <stdio.h>

int main(void)
{
    int i, n = 3;

    #pragma omp parallel private(i)
    {
        #pragma omp master
        for (i = 0; i < n; i++)
            printf("line %d of %d: %s %.2f\n", i + 1, n, "text", i / 2.0);
    }
    printf("end\n");
    return 0;
}
