/*
 * What constructors do before main: they allocate blocks, use static variables and keep pointers to both, which regions use
 * later (2.4).
 *
 * environment: OMP_DYNAMIC=false
 * environment: GPUMP_EMULATOR_PAGEABLE=0
 * environment: GPUMP_EMULATOR_PAGEABLE=1
 *
 * cross: reduction(+ : sum) => firstprivate(sum)
 */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define N 3000

static int table[N] = {1, 2, 3}, changed[N], untouched[N], counter, *kept;
static double *values, *grown;
static char *text;
static int first, most;

__attribute__((constructor)) static void construct(void)
{
    int i;

    srand(7);
    first = rand();
    most = omp_get_max_threads();
    values = malloc(N * sizeof *values);
    grown = calloc(10, sizeof *grown);
    text = malloc(12);
    strcpy(text, "before main");
    for (i = 0; i < N; i++)
        values[i] = i;
    free(malloc(100000));
    grown = realloc(grown, 20 * sizeof *grown);
    changed[5] = table[1] + counter;
    kept = changed + 5;
}

int main(void)
{
    int i, length = 0;
    double sum = 0;

    srand(7);
    CHECK(rand() == first);
    CHECK(most >= omp_get_max_threads());
    CHECK(grown[19 / 2] == 0);
    grown = realloc(grown, N * sizeof *grown);

#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < N; i++) {
        values[i] *= 2;
        grown[i] = 1;
        changed[i] += i;
        untouched[i] = table[i] + i;
        sum += values[i] + text[i % 11];
#pragma omp atomic
        counter++;
    }
    CHECK(sum > N * (N - 1.0));
    CHECK(counter == N);
    CHECK(*kept == 7 && kept == &changed[5]);
    CHECK(untouched[2] == 5);
    CHECK(grown[N - 1] + values[N - 1] == 2 * N - 1);

#pragma omp parallel
    {
#pragma omp single
        {
            length = (int)strlen(text);
            free(text);
        }
    }
    CHECK(length == 11);

    values = realloc(values, 2 * N * sizeof *values);
    CHECK(values[N - 1] == 2 * (N - 1));
    free(values);
    free(grown);
    return check_result("what constructors allocate");
}
