/*
 * A loop whose first value is past its bound runs in the printed code: it counts
 * |5 - 3| iterations (Appendix D). OpenMP would not run it.
 * expect: 2
 */
#include <stdio.h>

int main(void)
{
    int i, n = 3, runs = 0;

    #pragma omp parallel for reduction(+: runs)
    for (i = 5; i < n; i++)
        runs++;
    printf("%d\n", runs);
    return 0;
}
