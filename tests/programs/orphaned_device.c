/*
 * Orphaned constructs in accessible functions: the team of the region that
 * calls executes them, and one thread where there is no region.
 * threads: 5
 */
#include <stdio.h>
#include <omp.h>

#define N 23

#pragma gpump accessible
void fill(int *v, int n, int scale)
{
    int i;

    #pragma omp for schedule(static, 2)
    for (i = 0; i < n; i++)
        v[i] = scale * i;
}

#pragma gpump accessible
void note(int *where, int what)
{
    #pragma omp master
    *where = what;
    #pragma omp barrier
}

#pragma gpump accessible
static void both(int *v, int n, int *where)
{
    fill(v, n, 2);
    note(where, v[n - 1]);
    if (n > 1) {
        #pragma omp for nowait
        for (int k = n - 1; k > 0; k -= 2)
            v[k] = -v[k];
    }
}

int main(void)
{
    int v[N], w[N], seen = 0, i, sum = 0, other = 0;
    #pragma gpump accessible(v)

    #pragma omp parallel
    {
        both(v, N, &seen);
    }
    both(w, N, &other);
    for (i = 0; i < N; i++)
        sum += (i + 1) * (v[i] == w[i] ? v[i] : 10000);
    printf("%d %d %d\n", sum, seen, other);
    return 0;
}
