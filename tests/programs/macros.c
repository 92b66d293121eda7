/*
 * Macros in regions: sizes, indexes, statements, casts; macros with
 * arguments that are shared variables.
 * threads: 3
 */
#include <stdio.h>
#include <limits.h>

#define ROWS 6
#define COLS (ROWS + 2)
#define AT(m, i, j) ((m)[(i) * COLS + (j)])
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define SQUARE(x) ((x) * (x))
#define REAL float
#define SET(l, v) do { (l) = (v); } while (0)

int main(void)
{
    REAL m[ROWS * COLS], limit = 20.5f;
    int i, j, big = INT_MIN;

    #pragma omp parallel for private(j)
    for (i = 0; i < ROWS; i++) {
        for (j = 0; j < COLS; j++)
            AT(m, i, j) = MAX((REAL)SQUARE(i - j), limit);
        if (!(i % 2))
            SET(AT(m, i, 0), i);
        if (AT(m, i, 1) > INT_MAX)
            m[0] = -1;
    }
    for (i = 0; i < ROWS * COLS; i++)
        big = MAX(big, (int)m[i]);
    printf("%d %g %g %g\n", big, AT(m, 0, 0), AT(m, 5, 0), AT(m, 0, 5));
    return 0;
}
