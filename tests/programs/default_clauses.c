/*
 * default(shared) and default(none) with everything listed; what has its
 * attribute anyway need not be: loop variables, constants, what is declared
 * inside (8.2.5).
 * threads: 4
 */
#include <stdio.h>

#define N 12

int main(void)
{
    const int n = N;
    int a[N], b[N], i, j, k = 3, s = 0;

    #pragma omp parallel for default(shared)
    for (i = 0; i < n; i++)
        a[i] = i * k;
    #pragma omp parallel default(none) shared(a, b) firstprivate(k) private(j) reduction(+: s)
    {
        int t = k;

        #pragma omp for
        for (i = 0; i < N; i++) {
            j = N - 1 - i;
            b[i] = a[j] + t;
            s += b[i];
        }
    }
    printf("%d %d %d\n", b[0], b[N - 1], s);
    return 0;
}
