/*
 * A function without a prototype that takes a `float` gets a `double`: through a pointer, the device has no version of it.
 * regions: 1 of 3 on the device
 * pair alone: C++ has no functions without a prototype
 */
#include <stdio.h>

static double half(value, times)
    float value;
    int times;
{
    return value / 2 * times;
}

static double twice(value, times)
    double value;
    char times;
{
    return value * 2 * times;
}

static float third(value)
    float value;
{
    return value / 3;
}

static double (*functions[2])() = {half, twice};

int main(void)
{
    double (*pointer)() = twice;
    double sum = 0;
    float own = 1.5f;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 2; i++)
        sum += functions[i](own, 3);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += third(own * i);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += half(own, i) + pointer(own, i);
    printf("%g\n", sum);
    return 0;
}
