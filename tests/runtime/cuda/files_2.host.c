#include <takeover.h>
#include <gpump.h>
#include <omp.h>

extern int table[10], uses;
int counter;
/* #pragma omp threadprivate(counter) */

/* Orphaned: called by every thread of a team. */
void work(int from, int to)
{
    int i;
    /* #pragma omp for schedule(dynamic, 5) */
    for (i = from; i < to; i++) {
        /* #pragma omp critical(table) */
        table[i % 10]++;
        counter++;
    }
    /* #pragma omp critical(table) */
    uses++;
    /* #pragma omp barrier */
}

/* What the device text needs of this file. */
const struct {
    int (*table)[10], *uses, *counter;
} files_2_host = {&table, &uses, &counter};
