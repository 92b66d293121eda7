/*
 * Pointers to pointers: rows of a matrix on the heap, in one block or in many,
 * swapped rows, arrays of pointers, and pointer arithmetic in regions.
 *
 * cross: #pragma omp for private(c) // rows
 */
#include <stdlib.h>
#include "check.h"

enum { ROWS = 16, COLUMNS = 25 };

static float **new_matrix(int rows, int columns)
{
    float **m = malloc((size_t)rows * sizeof *m);
    int r;

    for (r = 0; r < rows; r++)
        m[r] = calloc((size_t)columns, sizeof **m);
    return m;
}

static void fill(float **m)
{
    int r, c;

#pragma omp for private(c) // rows
    for (r = 0; r < ROWS; r++)
        for (c = 0; c < COLUMNS; c++)
            m[r][c] += (float)(100 * r + c);
}

int main(void)
{
    float **m = new_matrix(ROWS, COLUMNS), *t, *ends[ROWS];
    double *block = malloc(ROWS * COLUMNS * sizeof *block), **view = malloc(ROWS * sizeof *view);
    int r, right = 1;

#pragma omp parallel num_threads(4)
    fill(m);

    /* reverse the rows by their pointers */
#pragma omp parallel for private(t) num_threads(4)
    for (r = 0; r < ROWS / 2; r++) {
        t = m[r];
        m[r] = m[ROWS - 1 - r];
        m[ROWS - 1 - r] = t;
    }
    for (r = 0; r < ROWS; r++) {
        right = right && m[r][0] == 100 * (ROWS - 1 - r);
        view[r] = block + r * COLUMNS;
    }
    CHECK(right);

#pragma omp parallel for schedule(dynamic) num_threads(3)
    for (r = 0; r < ROWS; r++) {
        double *to = view[r];
        const float *from;
        for (from = m[r]; from < m[r] + COLUMNS; from++, to++)
            *to = -*from;
        ends[r] = m[r] + (to - view[r]) - 1;
    }
    for (r = 0; r < ROWS; r++) {
        int c;
        for (c = 0; c < COLUMNS; c++)
            right = right && block[r * COLUMNS + c] == -(100.0 * (ROWS - 1 - r) + c);
        right = right && *ends[r] == 100 * (ROWS - 1 - r) + COLUMNS - 1;
        free(m[r]);
    }
    CHECK(right);
    free(m);
    free(view);
    free(block);
    return check_result("pointers to pointers");
}
