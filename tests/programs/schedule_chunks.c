/*
 * schedule(static, chunk) with chunks of 1, of 3, larger than the loop, and from
 * a variable: each iteration is done once (8.2.2).
 * threads: 5
 */
#include <stdio.h>
#include <string.h>

#define N 53

int done[N];

static void check(const char *what)
{
    int i, wrong = 0;

    for (i = 0; i < N; i++)
        wrong += done[i] != 1;
    printf("%s: %d wrong\n", what, wrong);
    memset(done, 0, sizeof done);
}

int main(void)
{
    int i, chunk = 4;

    #pragma omp parallel for schedule(static, 1)
    for (i = 0; i < N; i++) done[i]++;
    check("1");
    #pragma omp parallel for schedule(static, 3)
    for (i = 0; i < N; i++) done[i]++;
    check("3");
    #pragma omp parallel for schedule(static, 1000)
    for (i = 0; i < N; i++) done[i]++;
    check("1000");
    #pragma omp parallel for schedule(static, chunk)
    for (i = N - 1; i >= 0; i--) done[i]++;
    check("a variable");
    #pragma omp parallel for schedule ( static , chunk * 2 - 1 )
    for (i = 0; i < N; i++) done[i]++;
    check("an expression");
    #pragma omp parallel
    {
        #pragma omp for schedule(static, 2) nowait
        for (i = 0; i < N; i += 2) done[i]++;
        #pragma omp for schedule(static, chunk > 3 ? 2 : 1)
        for (i = 1; i < N; i += 2) done[i]++;
    }
    check("two loops");
    return 0;
}
