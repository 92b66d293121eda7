/*
 * nowait between loops that do not depend on each other, and an explicit
 * barrier before the one that does (8.2.2).
 * threads: 6
 */
#include <stdio.h>

#define N 100

int main(void)
{
    int a[N], b[N], c[N], i, sum = 0;

    #pragma omp parallel
    {
        #pragma omp for nowait
        for (i = 0; i < N; i++)
            a[i] = i;
        #pragma omp for schedule(static, 3) nowait
        for (i = 0; i < N; i++)
            b[i] = 2 * i;
        #pragma omp barrier
        #pragma omp for nowait
        for (i = 0; i < N; i++)
            c[i] = a[N - 1 - i] + b[(i * 37) % N];
    }
    for (i = 0; i < N; i++)
        sum += c[i] * (i % 5);
    printf("%d %d %d\n", c[0], c[N - 1], sum);
    return 0;
}
