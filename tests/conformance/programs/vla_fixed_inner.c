/*
 * Arrays of variable length whose inner dimensions are fixed, or whose bounds have
 * changed since (2.8.3): shared, private, firstprivate and lastprivate, and pointers
 * to such rows.
 *
 * cross: firstprivate(first) => private(first)
 * cross: private(mine)
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define THREADS 4

typedef double row_t[3];

static long over_arrays(int n)
{
    long mine[n][3], first[n][2][3], shared_rows[n][3];
    row_t named[n];
    long sum = 0;

    memset(mine, -1, sizeof mine);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            first[i][0][j] = first[i][1][j] = i + j;
#pragma omp parallel for private(mine) firstprivate(first) reduction(+ : sum) num_threads(THREADS)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++) {
            mine[i][j] = 10 * i + j;
            first[i][1][j] += 1;
            shared_rows[i][j] = mine[i][j] + first[i][0][j];
            named[i][j] = 0.5 * j;
        }
        sum += (long)(sizeof first[0] / sizeof(long)) + shared_rows[i][2] + first[i][1][2];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            CHECK(shared_rows[i][j] == 11 * i + 2 * j);
            CHECK(named[i][j] == 0.5 * j);
            CHECK(mine[i][j] == -1 && first[i][1][j] == i + j);
        }
    return sum;
}

static double over_pointers(int n)
{
    double (*rows)[n][3] = malloc(2 * sizeof *rows), sum = 0;

#pragma omp parallel for num_threads(THREADS)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++) {
            rows[0][i][j] = i;
            rows[1][i][j] = j;
        }
    for (int i = 0; i < n; i++)
        sum += rows[0][i][2] + rows[1][i][2];
    free(rows);
    return sum;
}

/* The arrays keep the bounds that they were made with. */
static int over_changed_bounds(int n, double (*rows)[n])
{
    int a[n], sum = 0;
    long b[n][n][2];

    for (int i = 0; i < n; i++) {
        a[i] = i;
        for (int j = 0; j < n; j++)
            b[i][j][0] = b[i][j][1] = 1;
    }
    n += 3;
#pragma omp parallel num_threads(3) shared(a, b, rows) reduction(+ : sum)
    {
#pragma omp for firstprivate(a) lastprivate(b) schedule(static, 1)
        for (int i = 0; i < 4; i++) {
            a[i] += 10;
            for (int j = 0; j < 4; j++)
                b[j][j][0] = b[j][j][1] = 5;
            sum += a[i] + (int)(sizeof a / sizeof a[0]) + (int)(sizeof b / sizeof b[0]);
        }
#pragma omp single private(a)
        a[3] = 100;
#pragma omp sections firstprivate(rows)
        {
#pragma omp section
            sum += (int)rows[1][2];
#pragma omp section
            {
                rows++;
                sum += (int)rows[1][1];
            }
        }
    }
    CHECK(b[2][2][1] == 5 && a[3] == 3);
#pragma omp parallel for lastprivate(b) firstprivate(a) num_threads(2)
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++)
            b[j / 2 % 4][0][j % 2] = a[2] + i;
    CHECK(b[3][0][1] == 5 && b[1][0][0] == 5);
    return sum;
}

int main(void)
{
    double rows[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};

    CHECK(over_changed_bounds(4, rows) == 6 + 40 + 32 + 7 + 10);
    /* 6, 11 i + 4 and i + 3, for i of 0 to 4 */
    CHECK(over_arrays(5) == 5 * 13 + 12 * 10);
    CHECK(over_pointers(5) == 10 + 5 * 2);
    return check_result("arrays of variable length with fixed rows");
}
