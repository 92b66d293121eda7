/*
 * _Bool without <stdbool.h>.
 * threads: 4
 */
#include <stdio.h>

#pragma gpump accessible
static _Bool is_square(int n)
{
    int r = 0;

    while (r * r < n)
        r++;
    return r * r == n;
}

int main(void)
{
    _Bool found[20], all = 1;
    int i;

    #pragma omp parallel for firstprivate(all)
    for (i = 0; i < 20; i++)
        found[i] = all && is_square(i) ? 7 : 0;
    for (i = 0; i < 20; i++)
        printf("%d", found[i]);
    printf("\n");
    return 0;
}
