/*
 * Variables that are declared in functions, before a region and inside it.
 * cuda alone: variables with static storage
 * threads: 4
 */
#include <stdio.h>
int main(void)
{
    extern int counted;
    int i, sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 5; i++) {
        extern int other;
        sum += counted + other;
    }
    printf("%d\n", sum);
    return 0;
}
int counted = 3, other = 4;
