/*
 * A region that calls through a pointer which may lead to a function that is not on the device stays on the host: one of the program's, or
 * one of the C library's, but for those that only compute. One whose pointers are of another type does not.
 * regions: 1 of 4 on the device
 * never refused: the pointer may lead elsewhere
 */
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int square(int x) { return x * x; }
static int asks(int x) { return getenv("GPUMP_NOT_SET_ANYWHERE") ? 0 : x + abs(rename("", "")); }
static double half(double x) { return x / 2; }

int main(void)
{
    int (*table[2])(int) = {square, asks};
    double (*other[2])(double) = {half, sqrt};
    int (*compare[2])(const char *, const char *) = {strcmp, strcoll};
    char *names[2] = {"one", "two"};
    int sum = 0;
    double halves = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += table[i % 2](i);
    #pragma omp parallel for reduction(+ : halves)
    for (int i = 0; i < 10; i++)
        halves += other[i % 2](i / 2 * 2 + i % 2 * (i * i - i / 2 * 2));
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += compare[i % 2](names[i % 2], names[0]) > 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 2; i++) {
        size_t (*length)(const char *) = strlen;
        sum += (int)length(names[i]);
    }
    printf("%d %g\n", sum, halves);
    return 0;
}
