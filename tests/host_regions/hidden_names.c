/*
 * Variables that the host cannot name where a macro without parameters has their name.
 * regions: 1 of 4 on the device
 */
#include <stdio.h>

static int level = 5;
static int *grid = &level;
static int early(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        sum += *grid + i;
    return sum;
}
#define level (level + 1)
#define grid (*grid)

static int of_local(int n)
{
    int sum = 0;
#define n (n - 1)
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += n;
#undef n
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
        sum += n;
    return sum;
}

int main(void)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++)
        sum += level * grid;
    printf("%d %d %d\n", sum, early(), of_local(6));
    return 0;
}
