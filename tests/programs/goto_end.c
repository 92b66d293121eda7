/*
 * Jumps to the end of a function, over regions and past plain declarations.
 */
#include <stdio.h>
#include <stdlib.h>

static int work(int n)
{
    int result = -1, i;
    int *v = gpump_malloc(8 * sizeof *v);

    if (!v || n > 8)
        goto out;
    #pragma omp parallel for
    for (i = 0; i < n; i++)
        v[i] = 3 * i;
    if (v[0] != 0)
        goto out;
    #pragma omp parallel for
    for (i = 0; i < n; i++)
        v[i]++;
    result = v[n - 1];
out:
    gpump_free(v);
    return result;
}

int main(void)
{
    printf("%d %d\n", work(5), work(9));
    return 0;
}
