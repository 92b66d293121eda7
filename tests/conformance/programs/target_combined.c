/*
 * Combined constructs of target, teams and distribute that are parallel regions (OpenMP 5.2, 17.3): scalars are copies that nobody
 * changes, or mapped; what is reduced, lastprivate or linear comes back, and what counts the loop of simd and loop.
 * cross: reduction(+ : both)
 * cross: lastprivate(last)
 * cross: map(tofrom : mapped)
 * cross: defaultmap(tofrom : scalar)
 * cross: for simd collapse(2) => for
 */
#include "check.h"

#define N 240

static int values[N], table[12][20];
static struct { int sum, unused; } record;
static int limit = N;

static int twice(int x) { return 2 * x; }

int main(void)
{
    int n = N, both = 0, last = -1, offset = 7, mapped = 0, counted = 0, i = -1, j = -1, k = -1, product = 1;
    int *pointer = values;

#pragma omp target teams distribute parallel for map(tofrom : values) map(to : n) reduction(+ : both) num_teams(3) thread_limit(5)
    for (i = 0; i < n; i++) {
        pointer[i] = twice(i) + (i < limit);
        both += pointer[i];
    }
    CHECK(i == -1 && both == N * N && values[10] == 21);

#pragma omp target parallel for lastprivate(last) firstprivate(offset) schedule(static, 3) device(0)
    for (int at = 0; at < n; at++) {
        last = at + offset;
        offset = 7;
    }
    CHECK(last == N + 6 && offset == 7);

#pragma omp target teams distribute parallel for simd collapse(2) if(target : n > 0) if(parallel : n > 0)
    for (i = 0; i < 12; i++)
        for (j = 0; j < 20; j++)
            table[i][j] = i * j;
    CHECK(i == 12 && j == 20 && table[11][19] == 209);

#pragma omp target teams distribute dist_schedule(static, 2)
    for (int at = 0; at < 12; at++) {
        int row = 0;
#pragma omp parallel for reduction(+ : row)
        for (int column = 0; column < 20; column++)
            row += table[at][column];
        table[at][0] = row;
    }
    CHECK(table[2][0] == 2 * 190);

#pragma omp target teams distribute
    for (int at = 0; at < 12; at++) {
        int most = 0;
#pragma omp parallel for reduction(max : most)
        for (int column = 0; column < 20; column++)
            if (table[at][column] > most)
                most = table[at][column];
        values[at] = most;
#pragma omp parallel for
        for (int column = 0; column < 20; column++)
            values[12 + at * 19 + column % 19] = most;
#pragma omp parallel for
        for (int column = 0; column < 19; column++)
            table[at][column] = values[12 + at * 19 + 18 - column] + values[at] + column;
    }
    CHECK(values[2] == 2 * 190 && table[2][18] == 4 * 190 + 18 && table[0][7] == 7);

#pragma omp target teams loop
    for (k = 0; k < n; k++)
        values[k] = 3 * k;
    CHECK(k == N && values[N - 1] == 3 * N - 3);

#pragma omp teams distribute parallel for reduction(max : both)
    for (int at = 0; at < n; at++)
        both = both > values[at] * N ? both : values[at] * N;
    CHECK(both == (3 * N - 3) * N);

#pragma omp target parallel map(tofrom : mapped) num_threads(4)
    {
#pragma omp for
        for (int at = 0; at < 100; at++) {
#pragma omp atomic
            mapped += at;
        }
#pragma omp single
        record.sum = mapped;
    }
    CHECK(mapped == 4950 && record.sum == 4950);

#pragma omp target parallel for defaultmap(tofrom : scalar)
    for (int at = 0; at < n; at++) {
#pragma omp atomic
        counted++;
    }
    CHECK(counted == N);

#pragma omp target parallel loop reduction(* : product)
    for (int at = 1; at < 8; at++)
        product *= at;
    CHECK(product == 5040);
    return check_result("target_combined");
}
