/*
 * Global variables are shared: scalars, arrays, static ones, structures,
 * pointers, a variable that is defined only behind its use (8.2.5).
 * threads: 4
 */
#include <stdio.h>
#include <stdlib.h>

struct config { int scale; double bias; } config = { 3, 0.5 };

static int hits[16];
unsigned long total = 1;
extern double results[16];
double *heap;
static const int weights[4] = { 1, 10, 100, 1000 };
const double pi = 3.0;

static void run(void)
{
    int i;

    #pragma omp parallel for reduction(+: total)
    for (i = 0; i < 16; i++) {
        hits[i] += config.scale * i;
        results[i] = config.bias + weights[i % 4] * pi;
        heap[i] = results[i] / 2;
        total += hits[i];
    }
    #pragma omp parallel
    {
        #pragma omp master
        {
            config.scale++;
            heap += 8;
        }
    }
}

double results[16];

int main(void)
{
    double *start = heap = gpump_malloc(16 * sizeof *heap);

    run();
    heap = start;
    run();
    printf("%d %lu %g %g %d %d\n", hits[15], total, results[15], *heap, config.scale, heap == start + 8);
    gpump_free(start);
    return 0;
}
