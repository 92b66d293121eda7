/*
 * malloc, calloc, realloc and free in a region: blocks made there are used and
 * freed on the host, and the other way round.
 *
 * cross: rows[k] = make_row(k); => make_row(k);
 * cross: rows[k]->cells[j] = j; => ;
 */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

#define ROWS 40

typedef struct row {
    int length;
    int *cells;
} row_t;

static row_t *make_row(int length)
{
    row_t *row = malloc(sizeof *row);
    int i;

    row->length = length;
    row->cells = calloc((size_t)length + 1, sizeof *row->cells);
    for (i = 0; i < length; i++)
        row->cells[i] += length * i;
    return row;
}

static void drop_row(row_t *row)
{
    free(row->cells);
    free(row);
}

int main(void)
{
    row_t *rows[ROWS] = {NULL};
    int k, i, bad = 0;
    char *scratch = NULL;

#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(dynamic)
        for (k = 0; k < ROWS; k++)
            rows[k] = make_row(k);
    }
    for (k = 0; k < ROWS; k++) {
        CHECK(rows[k] != NULL && rows[k]->length == k);
        for (i = 0; rows[k] && i < k; i++)
            bad += rows[k]->cells[i] != k * i;
    }
    CHECK(bad == 0);
    if (bad || check_failures)
        return check_result("heap in regions");

    /* grown in a region, some of it freed there, the rest here */
#pragma omp parallel for num_threads(4) reduction(+ : bad)
    for (k = 0; k < ROWS; k++) {
        int j;
        if (k % 2) {
            drop_row(rows[k]);
            rows[k] = NULL;
            continue;
        }
        rows[k]->cells = realloc(rows[k]->cells, (size_t)(10 * k + 1) * sizeof(int));
        for (j = 0; j < k; j++)
            bad += rows[k]->cells[j] != k * j;
        for (j = k; j < 10 * k; j++)
            rows[k]->cells[j] = j;
    }
    CHECK(bad == 0);
    for (k = 0; k < ROWS; k += 2) {
        CHECK(k == 0 || rows[k]->cells[10 * k - 1] == 10 * k - 1);
        drop_row(rows[k]);
    }

    /* each thread has scratch memory of its own */
#pragma omp parallel firstprivate(scratch) reduction(+ : bad) num_threads(4)
    {
        int me = omp_get_thread_num();

        scratch = malloc((size_t)(100 * (me + 1)));
        memset(scratch, 'a' + me, (size_t)(100 * (me + 1)));
#pragma omp barrier
        bad += scratch[0] != 'a' + me || scratch[100 * me + 99] != 'a' + me;
#pragma omp barrier
        free(scratch);
    }
    CHECK(bad == 0);
    CHECK(scratch == NULL);
    return check_result("heap in regions");
}
