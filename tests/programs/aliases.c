/*
 * The same memory by several names: a shared array and a pointer to it, a
 * variable and its address, a listed global reached through a parameter (5.3).
 * threads: 1
 */
#include <stdio.h>

int table[4] = { 1, 2, 3, 4 };

static void change(int *p, int *q)
{
    #pragma omp parallel
    {
        table[0] += 10;
        p[0] += 100;
        *q += p[0];
    }
}

int main(void)
{
    int x = 1, a[3] = { 1, 2, 3 }, *p = &x, *q = &a[1];

    #pragma omp parallel
    {
        x = 5;
        *p += 10;
        a[1] = 7;
        *q += 1;
        q[1] = 50;
        p = q;
    }
    printf("%d %d %d %d\n", x, a[1], a[2], *p);
    {
        #pragma gpump accessible(table)
        change(table, table + 3);
    }
    printf("%d %d\n", table[0], table[3]);
    return 0;
}
