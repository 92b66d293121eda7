/*
 * assert in a region and in an accessible function.
 */
#include <stdio.h>
#include <assert.h>

#pragma gpump accessible
static int root(int x)
{
    int r = 0;

    assert(x >= 0);
    while ((r + 1) * (r + 1) <= x)
        r++;
    return r;
}

int main(void)
{
    int v[10], i, n = 10;

    #pragma omp parallel for
    for (i = 0; i < 10; i++) {
        assert(i < n && "in range");
        v[i] = root(i * 10);
    }
    assert(v[9] == 9);
    printf("%d %d\n", v[0], v[9]);
    return 0;
}
