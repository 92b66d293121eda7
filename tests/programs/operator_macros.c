/*
 * Macros, and their parameters, with the names that C++'s preprocessor has for operators.
 * cuda alone: names that are words of C++
 * threads: 4
 */
#include <stdio.h>

#define not(x) ((x) == 0)
#define and 3
#define EITHER(or, xor) ((or) + (xor))

int main(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += not(i) + and + EITHER(i, 2);
    printf("%d\n", sum);
    return 0;
}
