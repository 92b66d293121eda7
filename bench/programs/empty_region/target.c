/* An empty `target` region, entered SIZE times. */
#include <stdio.h>

#include "../bench.h"

static void enter(int count)
{
    int i;

    for (i = 0; i < count; i++) {
#pragma omp target teams
#pragma omp parallel
        {
        }
    }
}

int main(int argc, char **argv)
{
    int count = bench_size(argc, argv), repeats = bench_repeats(argc, argv), r;

    for (r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        enter(count);
        bench_phase_end();
    }

    printf("%d\n", count);
    return 0;
}
