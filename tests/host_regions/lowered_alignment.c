/*
 * A structure whose member has less than its type's alignment, by a `typedef`: nvcc 13.0 says that `value` lies at 2, and takes
 * it from 8. With an attribute of the member's own it would do both right.
 * regions: 0 of 1 on the device
 */
#include <stdio.h>

typedef double loose_t __attribute__((aligned(2)));

struct with_loose {
    char kind;
    loose_t value;
};

static struct with_loose loose[20];

int main(void)
{
    double sum = 0;
#pragma omp parallel for
    for (int i = 0; i < 20; i++)
        loose[i].value = i;
    for (int i = 0; i < 20; i++)
        sum += loose[i].value;
    printf("%g\n", sum);
    return 0;
}
