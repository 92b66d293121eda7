/* A sum over a loop: each thread adds up its own, and reduction puts them together. */
#include <stdio.h>

#define COUNT 100000

static double x[COUNT], y[COUNT];

int main(void)
{
    double dot = 0;

    #pragma omp parallel for
    for (int i = 0; i < COUNT; i++) {
        x[i] = i % 10;
        y[i] = 0.5;
    }

    #pragma omp parallel for reduction(+ : dot)
    for (int i = 0; i < COUNT; i++)
        dot += x[i] * y[i];

    printf("the dot product is %g\n", dot);
    return 0;
}
