/*
 * Enumeration constants declared in a function.
 */
#include <stdio.h>

int main(void)
{
    enum { N = 12, HALF = N / 2 };
    int v[N], i;

    #pragma omp parallel for schedule(static, HALF)
    for (i = 0; i < N; i++)
        v[i] = i < HALF ? HALF : N - i;
    printf("%d %d\n", v[0], v[N - 1]);
    return 0;
}
