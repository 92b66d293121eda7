/* A header whose names C++ and CUDA have taken. */
#include <stdio.h>
#include "headers.h"

static struct shape shapes[10];

int main(void)
{
    int i, sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 10; i++) {
        shapes[i].class = i;
        shapes[i].norm = i / 2.0;
        sum += describe(i, &shapes[i]);
    }
    printf("%d %g\n", sum, shapes[3].norm);
    return 0;
}

int describe(int class, struct shape *this)
{
    return this->class == class ? (int)(2 * this->norm) : 0;
}
