/*
 * Macros in directives, and directives in macros (2.1: what follows `#pragma
 * omp` is subject to macro replacement).
 * threads: 4
 */
#include <stdio.h>

#define N 20
#define TEAM (2 + 2)
#define CHUNK 3
#define SHARE schedule(static, CHUNK)
#define SUM(v) reduction(+ : v)
#define STRING(x) #x
#define OMP(x) _Pragma(STRING(omp x))
#define LOOP(i, n) OMP(parallel for) for (i = 0; i < (n); i++)
#define EACH(i, from, to) for (i = (from); i < (to); i += 1)

int main(void)
{
    int i, total = 0, v[N];

    LOOP(i, N) v[i] = i * i;
    for (i = 0; i < N; i++)
        printf("%d ", v[i]);

    #pragma omp parallel for num_threads(TEAM) SHARE
    EACH(i, 1, N)
        v[i] -= 1;

    #pragma omp parallel for SUM(total)
    for (i = 0; i < N; i++)
        total += v[i];
    printf("%d\n", total);

    OMP(parallel)
    {
        OMP(master)
        v[0] = 77;
        OMP(barrier)
        OMP(for)
        EACH(i, 0, N) { if (i > 0) v[i] = v[0] + i; }
    }
    for (i = 0; i < N; i++)
        printf("%d ", v[i]);
    printf("\n");
    return 0;
}
