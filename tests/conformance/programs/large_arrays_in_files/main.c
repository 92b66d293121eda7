/*
 * Large arrays with external linkage (2.8.1.1), used by regions of one file and
 * defined by another, some of them with initialisers; and those of a file without
 * regions whose address is handed to one with them.
 *
 * cross: #pragma omp atomic
 * crossed with: -DTIMES=1500000
 * pair alone: a file without directives stays C
 */
#include "fields.h"
#include "check.h"

#ifndef TIMES
#define TIMES 40000
#endif

double u[N][N];
int table[N * N] = {0, 0, 0, 5, 6};
static double own[N * N];
static int steps[3000] = {1, 2};
static int *second_step(void)
{
    return steps + 1;
}

/* Runs before main, and finds them there. */
static void __attribute__((constructor)) begin(void)
{
    u[2][3] = 4;
    table[0] = table[3] + *second_step();
}

int main(void)
{
    int i;

    CHECK(table[0] == 7 && table[1] == 0 && table[4] == 6);
    CHECK(sizeof table == N * N * sizeof(int) && sizeof u == N * sizeof *u);
    fill(own);
    for (i = 0; i < N * N; i++)
        CHECK(own[i] == i + table[i] + (i % 2 ? 20 : 10) + (i == 2 ? 3.5 : 0));
    CHECK(u[2][3] == 5 && u[2][4] == 1);
    fill(own + 0);
    CHECK(own[0] == 10 + 7 && own[1] == 1 + 21);
    CHECK(u[2][3] == 6 && steps[1] == 2);
    count(TIMES);
    CHECK(counts[N] == TIMES && counts[0] == 0 && counts[1] == 8);
    return check_result("large arrays in files");
}
