/*
 * Arrays of variable length compared with null pointers: no array is one. Pointers to such arrays that begin with one,
 * and choices between arrays and pointers.
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

    double(*none)[n] = NULL, (*zero)[n] = 0;

    #pragma omp parallel reduction(+: nulls)
    {
        double(*mine)[n] = NULL, (*other)[n] = 0;

        nulls += (mine == NULL) + !other + (none == mine) + (zero == other);
        mine = outside;
        nulls += mine == NULL || mine != outside;
    }
    printf("%d\n", nulls);

    double line[n], *start = line;

    #pragma omp parallel for reduction(+: others)
    for (int i = 0; i < 4; i++) {
        double own[n], *chosen = i % 2 ? line : start, *perhaps = i > 1 ? NULL : line, *plain = i ? start : line;
        double *mine = i > 2 ? own : 0;

        others += (chosen == line) + (perhaps != NULL) + (plain == start) + (mine == own);
    }
    printf("%d\n", others);
    return 0;
}
