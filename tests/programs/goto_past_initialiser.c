/*
 * A jump past declarations with initialisers, to the end of the function.
 */
#include <stdio.h>
#include <stdlib.h>

static int work(int n)
{
    int result = -1;
    int *v = gpump_malloc(8 * sizeof *v);

    if (!v || n > 8)
        goto out;
    int scale = 3, i;
    const int last = n - 1;

    #pragma omp parallel for
    for (i = 0; i < n; i++)
        v[i] = scale * i;
    result = v[last];
out:
    gpump_free(v);
    return result;
}

int main(void)
{
    printf("%d %d\n", work(5), work(9));
    return 0;
}
