/* A fault for each number that is given as the argument. Comments mark the lines that a message has to name. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static int table[8];
static int counter;

static void add(int *sum, int value)
{
    *sum += value; /* 10 */
}

static void wait_here(void)
{
#pragma omp barrier /* 13 */
}

int main(int count, char **arguments)
{
    int fault = count > 1 ? atoi(arguments[1]) : 0, n = 12, sum = 0;
    int *p = calloc(10, sizeof *p), *gone = malloc(40), *null = NULL, *shared = NULL;
    int local[6];
    free(gone);
    if (fault == 1)
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[i] = i; /* 1 */
    if (fault == 2)
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            if (p[i / 2 + 1000000000] == 1) /* 2 */
                table[i / 2] = 1;
    if (fault == 3)
#pragma omp parallel for
        for (int i = 0; i < 4; i++)
            gone[i] = i; /* 3 */
    if (fault == 4)
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            table[i] = i; /* 4 */
    if (fault == 5)
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            local[i % 7] = i; /* 5 */
    if (fault == 6)
#pragma omp parallel firstprivate(n)
    {
        int own[4];
        for (int i = 0; i <= n / 3; i++)
            own[i] = i; /* 6 */
        p[omp_get_thread_num()] = own[2];
    }
    if (fault == 7)
#pragma omp parallel num_threads(4)
    {
        int mine = omp_get_thread_num();
#pragma omp master
        shared = (int *)(long)&mine; /* a number is not followed: the region stays on the device */
#pragma omp barrier
        if (mine == 3)
            *shared = 5; /* 7 */
#pragma omp barrier
    }
    if (fault == 8)
#pragma omp parallel for
        for (int i = 0; i < 100; i++)
            sum += i; /* 8 */
    if (fault == 9)
#pragma omp parallel num_threads(4)
    {
#pragma omp for nowait
        for (int i = 0; i < 8; i++)
            p[i] = i; /* 9 */
#pragma omp for
        for (int i = 0; i < 8; i++)
            table[i] = p[7 - i]; /* 9 */
    }
    if (fault == 10)
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 1)
#pragma omp critical
            add(&counter, 1);
        if (omp_get_thread_num() == 2)
            add(&counter, 1);
    }
    if (fault == 11)
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 2) {
#pragma omp barrier /* 11 */
        }
    }
    if (fault == 12)
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() != 1) {
#pragma omp for /* 12 */
            for (int i = 0; i < n; i++)
                table[i % 8] = 1;
        }
    }
    if (fault == 13)
#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num() < 2)
            wait_here();
    }
    if (fault == 14)
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            p[i % 8] = 12 / (i - 3); /* 14 */
    if (fault == 15)
#pragma omp parallel num_threads(4)
    {
        int *place = null + omp_get_thread_num();
        *place = 1; /* 15 */
    }
    printf("%d %d %d\n", sum, p[0], table[0]);
    return 0;
}
