/*
 * With a chunk size a loop of no iterations does nothing, as it should.
 */
#include <stdio.h>

int main(void)
{
    int i, n = 0, k = 7;

    #pragma omp parallel for schedule(static, 4)
    for (i = 0; i < n; i++)
        k = 0;
    printf("%d\n", k);
    return 0;
}
