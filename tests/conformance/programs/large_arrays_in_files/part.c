/* The other file. */
#include "fields.h"

const float coefficients[2000] = {[2] = 3.5f};
long counts[2 * N * N] = {0, 8};

void fill(double *field)
{
    static int times[1200] = {10, 20};
    int i;
#pragma omp parallel for
    for (i = 0; i < N * N; i++) {
        field[i] = i + times[i % 2] + table[i] + coefficients[i < 2000 ? i : 0];
        u[i / N][i % N] += 1;
    }
#pragma omp parallel for
    for (i = 0; i < N; i++)
        times[i] += i;
}

void count(int times)
{
    int c;
#pragma omp parallel for num_threads(4)
    for (c = 0; c < times; c++) {
#pragma omp atomic
        counts[N]++;
    }
}
