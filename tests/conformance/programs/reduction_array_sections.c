/*
 * Reductions of parts of arrays (4.5, 2.4 and 2.15.4.4; 5.2, 3.2.5 and 5.5.8): of arrays and of what pointers lead to, of one
 * dimension and of several, with bounds that are known when the program runs, of single elements, orphaned and with nowait.
 *
 * cross: reduction(+ : a[4 : 8], p[:n]) => firstprivate(a, p)
 * cross: reduction(max : table[1 : 2][:]) => firstprivate(table)
 * cross: reduction(+ : line[low(n) : n / 2 + 1]) => firstprivate(line)
 * cross: p[0] = 1000; => p[0] += 1000;
 */
#include <stdlib.h>
#include "check.h"

#define N 600

struct parts {
    int count;
    long values[4];
};

static long *global;
static int table[4][3];

/* Orphaned: each thread has its own pointer, and all lead to the same memory. */
static void count(long *where, int from, int to)
{
    int i;
#pragma omp for reduction(+ : where[from : to - from]) nowait
    for (i = 0; i < N; i++)
        where[from + i % (to - from)]++;
#pragma omp for reduction(max : where[0])
    for (i = 0; i < N; i++)
        if (where[0] < i)
            where[0] = i;
}

static int low(int n)
{
    return n > 2 ? 1 : 0;
}

static void of_rows(int n, int m, double rows[n][m], double (*pointer)[m])
{
    int i, wrong = 0;
#pragma omp parallel for reduction(+ : rows[1 : n - 1][0 : m], wrong) reduction(- : pointer[:n][:m])
    for (i = 0; i < N; i++) {
        rows[1 + i % (n - 1)][i % m] += 1;
        pointer[i % n][i % m] -= 1;
        wrong += sizeof *pointer != m * sizeof(double) || sizeof rows[0] != m * sizeof(double);
    }
    CHECK(wrong == 0);
}

int main(void)
{
    int a[20], n = 3, i, round;
    double *p = malloc(10 * sizeof *p), line[10];
    struct parts parts = {0, {0}};
    long *values = parts.values;
    char text[8] = "abcdefg";

    for (i = 0; i < 20; i++)
        a[i] = i;
    for (i = 0; i < 10; i++)
        p[i] = line[i] = i;
    for (round = 0; round < 2; round++)
#pragma omp parallel for reduction(+ : a[4 : 8], p[:n]) schedule(dynamic, 5)
        for (i = 0; i < N; i++) {
            a[4 + i % 8] += 2;
            p[i % n] += 0.5;
        }
    for (i = 0; i < 20; i++)
        CHECK(a[i] == i + (i >= 4 && i < 12 ? 300 : 0));
    for (i = 0; i < 10; i++)
        CHECK(p[i] == i + (i < 3 ? 200 : 0));

#pragma omp parallel
    {
        double *inner = p + 1;
#pragma omp for reduction(+ : inner[2 : n])
        for (i = 0; i < N; i++)
            inner[2 + i % n] += 1;
#pragma omp single
        p[0] = 1000;
#pragma omp for reduction(max : table[1 : 2][:]) nowait
        for (i = 0; i < N; i++)
            if (table[1 + i % 2][i % 3] < i)
                table[1 + i % 2][i % 3] = i;
#pragma omp for reduction(+ : line[low(n) : n / 2 + 1])
        for (i = 0; i < N; i++)
            line[1 + i % 2]++;
#pragma omp sections reduction(| : text[2 : 3], a[0])
        {
#pragma omp section
            text[2] |= ' ', a[0] |= 1;
#pragma omp section
            text[4] |= 2, a[0] |= 4;
        }
    }
    CHECK(p[0] == 1000 && p[2] == 202 && p[3] == 203 && p[4] == 204 && p[5] == 205 && p[6] == 6);
    CHECK(table[0][0] == 0 && table[1][0] == N - 6 && table[2][2] == N - 1 && table[1][1] == N - 2 && table[3][0] == 0);
    CHECK(line[0] == 0 && line[1] == 301 && line[2] == 302 && line[3] == 3);
    CHECK(text[2] == 'c' && text[4] == 'g' && a[0] == 5);

    global = calloc(8, sizeof *global);
#pragma omp parallel
    count(global, 2, 7);
    CHECK(global[0] == N - 1 && global[1] == 0 && global[2] == 120 && global[6] == 120 && global[7] == 0);
#pragma omp parallel for reduction(+ : global[1 : n - 1]) reduction(min : line[9 : 1]) reduction(^ : values[1 : 2], a[1]) \
    if (n > 2) num_threads(3)
    for (i = 0; i < N; i++) {
        global[1 + i % 2] += i;
        if (line[9] > -i)
            line[9] = -i;
        values[1 + i % 2] ^= i;
        a[1] ^= i;
    }
    CHECK(global[1] == 89700 && global[2] == 90120 && global[3] == 120 && line[9] == 1 - N && line[8] == 8);
    {
        long even = 0, odd = 0;
        for (i = 0; i < N; i++)
            *(i % 2 ? &odd : &even) ^= i;
        CHECK(values[0] == 0 && values[1] == even && values[2] == odd && values[3] == 0 && parts.count == 0);
        CHECK(a[1] == (1 ^ even ^ odd));
    }
    {
        double rows[4][5] = {{0}}, others[4][5] = {{0}};
        of_rows(4, 5, rows, others);
        for (i = 0; i < 20; i++) {
            int k, in_rows = 0, in_others = 0;
            for (k = 0; k < N; k++) {
                in_rows += 1 + k % 3 == i / 5 && k % 5 == i % 5;
                in_others += k % 4 == i / 5 && k % 5 == i % 5;
            }
            CHECK(rows[i / 5][i % 5] == in_rows && others[i / 5][i % 5] == -in_others);
        }
    }
    free(p);
    free(global);
    return check_result("reductions of parts of arrays");
}
