/*
 * A file whose last line does not end.
 */
#include <stdio.h>

int main(void)
{
    int v[5], i;

    #pragma omp parallel for
    for (i = 0; i < 5; i++)
        v[i] = i;
    printf("%d\n", v[4]);
    return 0;
} // the end