/*
 * Pointers to arrays of variable length, which are larger on the device, with the bounds in them: the region may use
 * those of the host, and not change them; those in memory, or with an address, it cannot have.
 * regions: 2 of 8 on the device
 * pair alone: the host code is C++, too
 */
#include <stdio.h>
#include <stdlib.h>

static int grid[64];

static void step(int m, int (**pp)[m])
{
    *pp = *pp + 1;
}

static int offset(void *p)
{
    return (int)((int *)p - grid);
}

int main(void)
{
    int m = 4, sum = 0;
    int (*p)[m] = (int (*)[m])grid, (*q)[m] = p, (*list[2])[m], (**pp)[m] = &q, **kept = NULL;
    for (int i = 0; i < 64; i++)
        grid[i] = i;

    #pragma omp parallel num_threads(2)
    {
        #pragma omp single
        p = p + 1;
    }
    printf("%d\n", offset(p));

    #pragma omp parallel num_threads(2)
    {
        #pragma omp for lastprivate(p)
        for (int i = 0; i < 5; i++) {
            p = (int (*)[m])grid;
            p += i;
        }
    }
    printf("%d\n", offset(p));

    #pragma omp parallel for lastprivate(q)
    for (int i = 0; i < 3; i++)
        q = (int (*)[m])grid + i;
    printf("%d\n", offset(q));

    list[0] = p;
    list[1] = q;
    #pragma omp parallel num_threads(1)
    {
        list[0] = list[1] + 1;
        sum = list[0][0][1];
    }
    printf("%d %d %d\n", offset(list[0]), offset(list[1]), sum);

    #pragma omp parallel num_threads(1)
    {
        int (**h)[m] = malloc(2 * sizeof *h);
        h[0] = p + 2;
        h[1] = p + 3;
        kept = (void *)h;
    }
    printf("%d %d\n", (int)(kept[0] - grid), (int)(kept[1] - grid));

    #pragma omp parallel num_threads(1)
    {
        *pp = *pp + 1;
        step(m, &q);
        sum += (**pp)[1];
    }
    printf("%d %d\n", offset(q), sum);

    #pragma omp parallel for reduction(+ : sum) firstprivate(q)
    for (int i = 0; i < 4; i++) {
        q = p + i % 2;
        sum += p[i / 2][i % 4] + q[0][1];
    }
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++) {
        int (*own)[m] = p;
        own++;
        sum += own[0][i];
    }
    printf("%d\n", sum);
    return 0;
}
