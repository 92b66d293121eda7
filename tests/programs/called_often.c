/*
 * A function with a region, called from many places, from a loop and from
 * itself.
 * threads: 4
 */
#include <stdio.h>

static int calls;

int sum_to(int n, int depth)
{
    int i, s = 0;

    calls++;
    #pragma omp parallel for reduction(+: s)
    for (i = 1; i <= n; i++)
        s += i;
    return depth > 0 ? s + sum_to(n / 2, depth - 1) : s;
}

int main(void)
{
    int k, all = 0;

    for (k = 1; k < 20; k++)
        all += sum_to(k, 0);
    printf("%d %d\n", all, calls);
    printf("%d %d\n", sum_to(100, 4), calls);
    return 0;
}
