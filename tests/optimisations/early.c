/*
 * A constructor that runs before the arrays in the heap would have memory: all stay where they are.
 *
 * stays: grid, table, first_own
 */
#include <stdio.h>

static double grid[40][40];
static int table[2000] = {1, 2};

static void __attribute__((constructor(101))) begin(void)
{
    grid[1][2] = table[1];
}

static int *first(void)
{
    static int own[2000];
    return own;
}

int main(void)
{
    int i;
    double sum = 0;
    int *own = first();
    /* nests: either */
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 40; i++) {
        own[i] = i;
        sum += grid[1][i] + table[i] + own[i];
    }
    printf("%g\n", sum);
    return 0;
}
