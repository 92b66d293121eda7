/*
 * A block that was freed may not be reached any more (6.2).
 * status: 70
 * expect: 3
 * stops: `p`
 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *p = gpump_malloc(4 * sizeof(int)), i;

    #pragma omp parallel for
    for (i = 0; i < 4; i++)
        p[i] = i;
    printf("%d\n", p[3]);
    gpump_free(p);
    #pragma omp parallel for
    for (i = 0; i < 4; i++)
        p[i] = i;
    printf("never\n");
    return 0;
}
