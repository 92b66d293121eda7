/*
 * Variables that each thread has of its own, and that are too large for all the threads which a device keeps room for.
 * regions: 1 of 3 on the device
 */
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 20000 };

static double table[MANY];

static double sum_of_squares(int n)
{
    double squares[MANY], sum = 0;
    for (int i = 0; i < MANY; i++)
        squares[i] = i % n * (i % n);
    for (int i = 0; i < MANY; i++)
        sum += squares[i];
    return sum;
}

static double sum_of(const double values[MANY])
{
    double few[1000] = {1}, sum = 0;
    for (int i = 0; i < MANY; i++)
        sum += values[i] * few[i % 1000];
    return sum;
}

int main(void)
{
    double sum = 0, *block = malloc(MANY * sizeof *block);

    for (int i = 0; i < MANY; i++)
        block[i] = i % 3;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < 10; i++)
        sum += sum_of_squares(i);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i < 10; i++) {
        struct { int count; double values[MANY]; } own = {i, {0}};
        for (int j = 0; j < MANY; j++)
            own.values[j] = own.count + j % 7;
        sum += sum_of(own.values);
    }
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < MANY; i++) {
        static double all[MANY];
        all[i] = table[i] = i;
        sum += all[i] + (i % 1000 ? 0 : sum_of(block));
    }
    printf("%.17g\n", sum);
    free(block);
    return 0;
}
