/*
 * Macros that are heads of statements, heads of shared loops, whole blocks, and
 * the beginnings and ends of blocks.
 * threads: 4
 */
#include <stdio.h>

#define N 24
#define FOR(i, from, to) for (i = (from); i < (to); i++)
#define DOWN(i, from) for (i = (from); i >= 0; --i)
#define IF_EVEN(i) if ((i) % 2 == 0)
#define BEGIN {
#define END }
#define FILL(v, i, x) { v[i] = (x); }
#define FOREVER while (1)
#define EVEN_LOOP(i, n) FOR(i, 0, n) IF_EVEN(i)

int main(void)
{
    int i, k, v[N], w[N], u[N];

    #pragma omp parallel for
    FOR(i, 0, N) v[i] = i * i;

    #pragma omp parallel for
    DOWN(i, N - 1)
    BEGIN
        w[i] = 2 * i; /* a comment that stays */
        IF_EVEN(i) w[i] = -1;
    END

    for (i = 0; i < N; i++)
        u[i] = 7;
    #pragma omp parallel for
    EVEN_LOOP(i, N)
        u[i] = v[i] + w[i];

    #pragma omp parallel private(k)
    BEGIN
        k = 0;
        FOREVER
            if (++k > 3)
                break;
        #pragma omp for
        FOR(i, 0, N) FILL(w, i, w[i] + k)
    END

    FOR(i, 0, N) printf("%d %d %d\n", v[i], w[i], u[i]);
    return 0;
}
