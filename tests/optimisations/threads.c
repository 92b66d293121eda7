/*
 * One iteration of a work-sharing loop is run by one thread, and what is the thread's own shows it.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 40
#define M 64

static int owner[N][M];
static int table[M], number;
#pragma omp threadprivate(table, number)

/* How many rows have more than one owner. */
static int mixed(void)
{
    int k, l, rows = 0;
    for (k = 0; k < N; k++) {
        int is_mixed = 0;
        for (l = 0; l < M; l++)
            is_mixed |= owner[k][l] != owner[k][0];
        rows += is_mixed;
    }
    return rows;
}

static void own(int *w, int m)
{
    int i, j;
    /* nests: stays, each thread may have a pointer of its own */
#pragma omp for
    for (i = 0; i < 1; i++)
        for (j = 0; j < m; j++)
            w[j] = j + 1;
}

int main(void)
{
    int full = 0, some = 0, bad = 0, sum = 0, i, j, k, l;
    omp_set_dynamic(0);

#pragma omp parallel private(i, j)
    {
        int me = omp_get_thread_num();
        /* nests: stays, `me` is another number in each thread */
#pragma omp for
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++)
                owner[i][j] = me;
    }
    printf("%d\n", mixed());

#pragma omp parallel
    number = omp_get_thread_num();
    /* nests: stays, so is `number` */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            owner[i][j] = number;
    printf("%d\n", mixed());

    for (k = 0; k < N * M; k++)
        (&owner[0][0])[k] = 0;
#pragma omp parallel private(i, j)
    {
        int bound = 10 + omp_get_thread_num() % 50;
        /* nests: stays, threads have different bounds */
#pragma omp for
        for (i = 0; i < N; i++)
            for (j = 0; j < bound; j++)
                owner[i][j] = bound;
    }
    for (k = 0; k < N; k++) {
        bad += owner[k][0] < 10;
        for (l = 0; l < M; l++)
            bad += (owner[k][l] != 0) != (l < owner[k][0]);
    }
    printf("%d\n", bad);

#pragma omp parallel private(i, j, k)
    {
        int used = 0;
        /* nests: stays, each thread has a table */
#pragma omp for
        for (i = 0; i < 1; i++)
            for (j = 0; j < M; j++)
                table[j] = j + 1;
        for (k = 0; k < M; k++)
            used += table[k] != 0;
#pragma omp critical
        {
            full += used == M;
            some += used != 0;
        }
    }
    printf("%d %d\n", full, some);

    full = some = 0;
#pragma omp parallel private(k)
    {
        int *w = calloc(M, sizeof *w), used = 0;
        own(w, M);
        for (k = 0; k < M; k++)
            used += w[k] != 0;
#pragma omp critical
        {
            full += used == M;
            some += used != 0;
        }
        free(w);
    }
    printf("%d %d\n", full, some);

    full = some = 0;
#pragma omp parallel private(i, j) reduction(+ : sum)
    {
        /* nests: stays, the thread's part of the sum is looked at */
#pragma omp for
        for (i = 0; i < 1; i++)
            for (j = 1; j <= M; j++)
                sum += j;
#pragma omp critical
        {
            full += sum == M * (M + 1) / 2;
            some += sum != 0;
        }
    }
    printf("%d %d %d\n", full, some, sum);
    return 0;
}
