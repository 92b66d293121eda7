/* A program of two files: orphaned constructs, a critical section and a threadprivate variable in common. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>

extern gpump_region_t files_main_parallel0_region, files_main_parallel1_region;

int table[10], uses;
extern int counter;
/* #pragma omp threadprivate(counter) */
void work(int from, int to);
static int seen;

int main(void)
{
    int sum = 0, i;
    /* #pragma omp parallel */
    if (!gpump_parallel(&files_main_parallel0_region, 1, 0, 0))
    {
        counter = 1;
        work(0, 1000);
        /* #pragma omp critical(table) */
        uses++;
    }
    /* #pragma omp parallel reduction(+ : sum) */
    {
        struct { int *sum; } gpump_shared = {&sum};
        if (!gpump_parallel(&files_main_parallel1_region, 1, 0, &gpump_shared))
    {
        sum += counter;
        /* #pragma omp critical */
        seen++;
    }
    }
    printf("%d %d\n", sum - seen, uses / seen);
    for (i = 0; i < 10; i++)
        printf("%d ", table[i]);
    printf("\n");
    return 0;
}

/* What the device text needs of this file. */
const struct {
    int *uses, *seen;
} files_host = {&uses, &seen};
