/*
 * A construct around a region makes copies of variables of static storage: the region uses the copies, and the functions that it calls
 * the originals.
 * regions: 4 of 6 on the device
 */
#include <stdio.h>

#define N 100
#define LARGE 200000

int number = 1, last, own = 5, i, table[N], sum;
static int grid[4][N], wide[3000];
static double large[LARGE], out[LARGE];

static int use(void)
{
    return number;
}

static void loop(void)
{
    static int kept = 3;

#pragma omp for private(number) firstprivate(table, kept) lastprivate(last) reduction(+ : sum)
    for (i = 0; i < 4; i++) {
        number = 10 * i;
        last = i;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
        for (int j = 0; j < N; j++) {
            table[j] = number + j + i + use();
            sum += kept;
        }
        for (int j = 0; j < N; j++)
            grid[i][j] = table[j];
        kept++;
    }
    printf("%d %d %d %d %d\n", kept, number, last, sum, table[5]);
    for (int k = 0; k < 4; k++)
        printf("%d %d\n", grid[k][0], grid[k][N - 1]);
}

static void task(void)
{
#pragma omp task firstprivate(own, table)
    {
        own = 77;
#pragma omp parallel
#pragma omp for
        for (int j = 0; j < N; j++)
            table[j] = own;
        printf("in the task: %d %d\n", table[3], own);
    }
#pragma omp taskwait
    printf("%d %d\n", table[3], own);
}

static void teams(void)
{
#pragma omp teams private(own) num_teams(1)
    {
        own = 8;
#pragma omp parallel
#pragma omp for
        for (int j = 0; j < N; j++)
            grid[0][j] += own;
    }
    printf("%d %d\n", grid[0][N - 1], own);
}

/* Large ones lie in the heap, and one moves in front of its function. */
static void arrays(void)
{
    static int moved[5] = {1, 2, 3};

    large[7] = 5;
#pragma omp single firstprivate(large, moved) private(wide)
    {
        wide[5] = 4;
        large[8] = 1;
#pragma omp parallel for
        for (int j = 0; j < LARGE; j++) {
            out[j] = large[j] + moved[j % 5] + wide[5];
            if (j == 3)
                large[j] = 9;
        }
        printf("%g %g %g\n", out[7], out[8], large[3]);
    }
#pragma omp parallel for
    for (int j = 0; j < LARGE; j++) {
        large[j] += j % 10;
        if (j < 3000)
            wide[j] = moved[j % 5];
    }
#pragma omp sections firstprivate(large, moved) lastprivate(wide)
    {
#pragma omp section
        {
#pragma omp parallel for
            for (int j = 0; j < 3000; j++)
                wide[j] = large[j] + moved[j % 5];
        }
    }
    printf("%g %d %d %g\n", large[8], moved[0], wide[5], large[3]);
}

int main(void)
{
    loop();
    task();
    teams();
    arrays();
    return 0;
}
