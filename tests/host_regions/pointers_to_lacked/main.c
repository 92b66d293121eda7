/*
 * Functions of other files that the device has not, and pointers to them: who calls through the pointer sees no more than its type,
 * and without a prototype no more than the arguments.
 * regions: 3 of 8 on the device
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
        sum += steps.of_one(i);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += steps.of_two(&i, 2.0);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}
