/*
 * Array types of variable length from outside of a region keep the bounds that they were declared with; a variable of
 * such a type brings them along, and a region may declare its own type of the name.
 * regions: 1 of 2 on the device
 */
#include <stdio.h>

int main(void)
{
    int n = 4;
    long sum = 0;
    typedef int row_t[n];
    row_t row;
    for (int i = 0; i < n; i++)
        row[i] = i;
    n = 100;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        row_t own;
        own[0] = n;
        sum += sizeof own + sizeof(row_t) + own[0];
    }
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        typedef char row_t[n + sizeof row];
        sum += sizeof(row_t) + row[3];
    }
    printf("%ld\n", sum);
    return 0;
}
