/*
 * A region that calls through a pointer which may lead to a function that is not on the device stays on the host. One whose pointers are
 * of another type does not.
 * regions: 1 of 2 on the device
 * never refused: the pointer may lead elsewhere
 */
#include <stdio.h>
#include <stdlib.h>

static int square(int x) { return x * x; }
static int asks(int x) { return getenv("GPUMP_NOT_SET_ANYWHERE") ? 0 : x + abs(rename("", "")); }
static double half(double x) { return x / 2; }

int main(void)
{
    int (*table[2])(int) = {square, asks};
    double (*other)(double) = half;
    int sum = 0;
    double halves = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += table[i % 2](i);
    #pragma omp parallel for reduction(+ : halves)
    for (int i = 0; i < 10; i++)
        halves += other(i);
    printf("%d %g\n", sum, halves);
    return 0;
}
