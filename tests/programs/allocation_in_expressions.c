/*
 * Allocations in conditional expressions, in conditions and as arguments.
 */
#include <stdio.h>
#include <stdlib.h>

static int *fill(int *v, int n)
{
    int i;

    if (!v)
        return NULL;
    #pragma omp parallel for
    for (i = 0; i < n; i++)
        v[i] = n - i;
    return v;
}

int main(void)
{
    int n = 5, *p = n > 0 ? gpump_malloc(n * sizeof(int)) : NULL, *q;
    struct { int *data; } box;

    box.data = n > 9 ? NULL : (int *)gpump_calloc(n, sizeof *box.data);
    if (!p || !(q = gpump_malloc(sizeof(int) * 3)) || box.data == NULL)
        return 1;
    fill(p, n);
    fill(box.data, n - 1);
    q = gpump_realloc(q, 7 * sizeof *q);
    printf("%d %d %d\n", p[1], box.data[0], *fill(q, 7));
    printf("%d\n", fill(gpump_malloc(8), 2)[1]);
    gpump_free(p), gpump_free(q);
    return 0;
}
