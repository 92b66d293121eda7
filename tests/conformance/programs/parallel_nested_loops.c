/*
 * Loops in nested regions (2.4, 2.8.1.1): their variables are private, also where
 * the function declares them, and with lastprivate they have the last value; static
 * variables that a region has in its clauses alone.
 *
 * cross: lastprivate(k)
 * cross: firstprivate(table) => private(table)
 */
#include "check.h"

#define THREADS 3

static int nested(void)
{
    int sum = 0;
    long i;
    int k = -1;

#pragma omp parallel num_threads(THREADS) reduction(+ : sum)
    {
        int mine = 0;
#pragma omp parallel for num_threads(1)
        for (i = 0; i < 10; i++)
            mine += (int)i;
#pragma omp parallel num_threads(1)
        {
#pragma omp for
            for (i = 10; i > 0; i -= 3)
                mine++;
        }
        sum += mine;
    }
#pragma omp parallel num_threads(1)
#pragma omp parallel for lastprivate(k) num_threads(1)
    for (k = 0; k < 5; k += 2)
        sum++;
    CHECK(k == 6);
    return sum;
}

static int in_clauses_alone(void)
{
    static int table[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    static int unused = 3;
    int right = 0;

#pragma omp parallel num_threads(THREADS) shared(table, unused) reduction(+ : right)
    {
#pragma omp for firstprivate(table)
        for (int i = 0; i < 4; i++) {
            right += table[i][1] == 2 * i + 2;
            table[i][1] = 0;
        }
    }
    return right + (table[3][1] == 8) + (unused == 3);
}

int main(void)
{
    CHECK(nested() == THREADS * (45 + 4) + 3);
    CHECK(in_clauses_alone() == 6);
    return check_result("loops in nested regions");
}
