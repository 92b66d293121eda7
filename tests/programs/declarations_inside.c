/*
 * What a region declares for itself: types, enumerations, arrays with
 * initialisers, pointers to its own and to shared variables, volatile and
 * register variables, prototypes.
 * threads: 4
 */
#include <stdio.h>
#include <omp.h>

#pragma gpump accessible
int helper(int x)
{
    return x + 1;
}

int main(void)
{
    int out[4], total = 3, i;

    #pragma omp parallel
    {
        typedef struct inner { int a; struct inner *next; } inner;
        enum { FIRST = 2, SECOND };
        int helper(int);
        int me = omp_get_thread_num(), table[SECOND] = { FIRST, SECOND }, *p = table, **pp = &p;
        int *shared_one = &out[me], *const fixed = &total;
        const char word[] = "four";
        volatile int v = me;
        inner a = { 1, NULL }, b = { 2, &a };
        int grid[2][2] = { { 1 }, { me, me + 1 } };

        (*pp)[2] = me;
        *shared_one = table[0] + table[1] * 10 + p[2] * 100 + (b.next->a + b.a) * 1000;
        *shared_one += (int)(sizeof word - 1) * 10000 + *fixed * 100000 + grid[1][1] + grid[0][1];
        v = helper(v);
        if (v != me + 1)
            *shared_one = -1;
    }
    for (i = 0; i < 4; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
