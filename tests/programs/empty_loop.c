/*
 * A loop of no iterations: the printed code divides by zero (Appendix D).
 * status: 70
 * expect: before
 * stops: gpump_parallel0
 * stops: zero
 */
#include <stdio.h>

int main(void)
{
    int i, n = 0;

    printf("before\n");
    #pragma omp parallel for
    for (i = 0; i < n; i++)
        ;
    printf("behind\n");
    return 0;
}
