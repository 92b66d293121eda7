/*
 * Arrays of variable length compared with null pointers: no array is one.
 * cuda alone: the thesis's dialect has no arrays of variable length in regions
 * threads: 2
 */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 4, nulls = 0, others = 0;
    double outside[n][n];

    #pragma omp parallel reduction(+: nulls, others)
    {
        int inside[n];

        assert(inside != NULL);
        nulls += (inside == NULL) + (NULL == outside) + (outside[1] == 0) + !inside;
        others += (inside != 0) + (NULL != outside) + (&inside[1] != NULL) + (inside && outside);
    }
    printf("%d %d\n", nulls, others);
    return 0;
}
