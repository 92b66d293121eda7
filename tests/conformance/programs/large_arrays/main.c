/*
 * Large arrays of static storage (2.8.1.1), declared by a header and by the
 * file: shared by all threads, and the same on host and device, also where
 * their addresses are passed around.
 *
 * cross: reduction(+ : sum) => firstprivate(sum)
 * cross: #pragma omp atomic
 * crossed with: -DTIMES=1500000
 */
#include <string.h>
#include "fields.h"
#include <omp.h>
#include "check.h"

#ifndef TIMES
#define TIMES 40000
#endif

static double kept[N * N];
static double *rows[N];
long totals[N * N], smaller[3];

/* A parameter is called so, too. */
static double first_of(double weight[N])
{
    return weight[0];
}

static double *row(int i)
{
    return kept + i * N;
}

static void fill(int i)
{
    int j;
#pragma omp for
    for (j = 0; j < N; j++) {
        u[i][j] = i + 0.5 * j;
        v[i][j][1] = 2;
        row(i)[j] = at(i, j);
    }
}

int main(void)
{
    struct box box = {1, 2};
    int i, j, c;
    double sum = 0;

    for (i = 0; i < N; i++) {
        rows[i] = row(i);
        weight[i][0] = first_of(weight[i]);
    }
#pragma omp parallel private(i)
    for (i = 0; i < N; i++)
        fill(i);
    CHECK(u[3][4] == 5 && v[47][47][1] == 2 && v[0][0][0] == 0);
    memset(v, 0, sizeof v);
    CHECK(sizeof u / sizeof *u == N && sizeof(totals) == N * N * sizeof(long));
#pragma omp parallel for private(j) reduction(+ : sum)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            sum += at(i, j) - rows[i][j] + box.v * box.w - 1;
            totals[i * N + j] += i;
        }
    CHECK(sum == -N * N);
    CHECK(totals[5 * N] == 5 && totals[N * N - 1] == N - 1);
#pragma omp parallel for num_threads(4)
    for (c = 0; c < TIMES; c++) {
#pragma omp atomic
        counters[1][0]++;
        if (c == 0)
            smaller[0] = 1;
    }
    CHECK(counters[1][0] == TIMES && counters[0][0] == 0 && smaller[0] == 1);
    return check_result("large arrays");
}
