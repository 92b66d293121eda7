/* Headers that a C++ compiler would not take, or would read otherwise, are written into the file. The compiler has its own `_XOPEN_SOURCE`. */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include "headers_of_c.h"
#include "headers_otherwise.h"
#include "headers_of_both.h"

int main(void)
{
    struct pair pair = make_pair(3);
    int *all = allocate(10, pair);
    double sum = twice(PI_OF_HEADER);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += all[i] * M_PI;
    show(sizeof(real));
    show((uint64_t)sum);
    printf("%g %g %s\n", sum, M_PI * 2, LANGUAGE);
    return 0;
}
