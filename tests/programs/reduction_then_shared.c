/*
 * A reduction variable of a loop is the shared variable again behind the loop,
 * in the same region (8.2.5).
 * threads: 5
 */
#include <stdio.h>

int main(void)
{
    int sum = 0, seen[8], i, last = 0;

    #pragma omp parallel
    {
        #pragma omp for reduction(+: sum)
        for (i = 0; i < 8; i++)
            sum += i;
        #pragma omp for
        for (i = 0; i < 8; i++)
            seen[i] = sum + i;
        #pragma omp master
        {
            last = sum;
            sum = -1;
        }
    }
    printf("%d %d %d %d\n", sum, last, seen[0], seen[7]);
    return 0;
}
