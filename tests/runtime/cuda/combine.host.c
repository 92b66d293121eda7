/* Reductions that are barriers, and those whose variables each thread has a copy of; a structure that goes along with the arguments. */
#include <takeover.h>
#include <gpump.h>
#include <stdio.h>

extern gpump_region_t iterate_parallel0_region, check_parallel0_region;

struct row {
    int length;
    const int *values;
};

static long total, before;
static int seen[70];

static void iterate(const struct row *row, int rounds)
{
    int most = 1;
    float least = 0;
    /* #pragma omp parallel */
    {
        struct {
            int rounds;
            long before, total;
            const struct row *row;
            unsigned char copy[sizeof *row] __attribute__((aligned(__alignof__(*row))));
            int *most;
            float *least;
        } gpump_shared = {rounds, before, total, row, {0}, &most, &least};
        if (!gpump_parallel(&iterate_parallel0_region, 1, 0, &gpump_shared))
    {
        int round, i;
        for (round = 0; round < rounds; round++) {
            /* #pragma omp single */
            {
                before = total;
                total = 1;
            }
            /* #pragma omp for reduction(+ : total) reduction(| : most) reduction(- : least) */
            for (i = 0; i < row->length; i++) {
                total += row->values[i] + before % 7;
                most |= row->values[i];
                least -= 0.5f;
            }
            /* All have the same. */
            /* #pragma omp for */
            for (i = 0; i < 70; i++)
                seen[i] = (int)(total % 1000) + most + (int)least;
        }
    }
    }
    printf("%ld %ld %d %g\n", total, before, most, least);
}

static int check(int rounds)
{
    int sum = 0, wrong = 0, product = 1;
    /* #pragma omp parallel */
    {
        struct { int rounds; int *product, *sum, *wrong; } gpump_shared = {rounds, &product, &sum, &wrong};
        if (!gpump_parallel(&check_parallel0_region, 1, 0, &gpump_shared))
    {
        int round, i;
        for (round = 1; round <= rounds; round++) {
            /* The last of them is the barrier. */
            /* #pragma omp for reduction(* : product) reduction(+ : sum) */
            for (i = 0; i < 70; i++) {
                product *= i == round ? 2 : 1;
                sum += i;
            }
            if (sum != round * 2415 || product != 1 << round)
                /* #pragma omp atomic */
                wrong++;
            /* #pragma omp barrier */
        }
    }
    }
    return wrong;
}

int main(void)
{
    int values[100], i, sum = 0;
    struct row row = {100, values};
    for (i = 0; i < 100; i++)
        values[i] = i % 17;
    for (i = 0; i < 4; i++) {
        row.length = i == 2 ? 10 : 100;
        iterate(&row, 5);
    }
    for (i = 0; i < 70; i++)
        sum += seen[i];
    printf("%d %d\n", sum, check(20));
    return 0;
}

const struct combine_globals_t { long *before, *total; int (*seen)[70]; } combine_host = {&before, &total, &seen};
