/*
 * Variables of types that the device has not, which clauses alone name.
 *
 * regions: 1 of 4 on the device
 * pair alone: C++ has no complex integers
 */
#include <stdio.h>

int main(void)
{
    _Complex int whole = 1;
    long double sum = 2;
    __float128 own = 3;
    int count = 0;
#pragma omp parallel reduction(&& : whole) num_threads(2)
    ;
#pragma omp parallel reduction(+ : sum) num_threads(2)
    ;
#pragma omp parallel num_threads(2)
    {
#pragma omp for private(own) reduction(+ : count)
        for (int i = 0; i < 10; i++)
            count++;
    }
    own = own + 1;
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < 10; i++)
        count++;
    printf("%d %g %d %d\n", __real__ whole, (double)sum, (int)own, count);
    return 0;
}
