/*
 * Functions of other files that the device has not, and pointers to them: who calls through the pointer sees no more than its type.
 * regions: 2 of 6 on the device
 * never refused: which function a pointer leads to shows when the program runs
 */
#include "steps.h"
#include <stdio.h>

int main(void)
{
    struct steps steps;
    int sum = 0;
    choose(&steps);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += steps.stored(i);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += twice_by(&steps, i);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += (int)steps.outside(&i);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += (int)steps.plain(i);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += steps.by_other((float)i);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}
