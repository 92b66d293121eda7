/*
 * The second file has its functions from files that it includes: the device has versions of them, too.
 * regions: 1 of 1 on the device
 * never refused: nothing stays on the host
 */
#include <stdio.h>

int twice(int);

int main(void)
{
    int sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += twice(i);
    printf("%d\n", sum);
    return 0;
}
