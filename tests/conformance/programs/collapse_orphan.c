/*
 * collapse in functions that regions call, in macros, with nowait, in a team of
 * one, and with loops of its own inside (OpenMP 3.0, 2.5.1).
 *
 * cross: #pragma omp for collapse(2)
 * cross: _Pragma("omp for collapse(2)")
 */
#include <omp.h>
#include "check.h"

#define N 12
#define M 15

#define EACH(I, J, ROWS, COLUMNS)      \
    for (I = 0; I < (ROWS); I++)       \
        for (J = 0; J < (COLUMNS); J++)

#define SHARED_OUT _Pragma("omp for collapse(2)")

static int a[N][M], b[N][M], c[N][M];

static void add(int (*to)[M], int rows, int columns, int what)
{
    int i, j;

#pragma omp for collapse(2)
    for (i = 0; i < rows; i++)
        for (j = 0; j < columns; j++)
            to[i][j] += what * i + j;
}

static void add_by_macro(int (*to)[M], int what)
{
    int i, j;

SHARED_OUT
    EACH(i, j, N, M)
        to[i][j] += what;
}

/* Of two loops with nothing between them but threads that go on. */
static void both(void)
{
#pragma omp for collapse(2) nowait
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            b[i][j] += 2;
#pragma omp for collapse(2) nowait schedule(dynamic, 2)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            c[i][j] += 3;
}

static int is(int (*of)[M], int what, int by_row, int by_column)
{
    int right = 1;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            right = right && of[i][j] == what + by_row * i + by_column * j;
    return right;
}

int main(void)
{
    int i = -1, j = -2, inner = 0, right = 1;

#pragma omp parallel num_threads(4)
    {
        add(a, N, M, 5);
        add(a, N, M, 1);
        add_by_macro(a, 7);
        both();
    }
    CHECK(is(a, 7, 6, 2));
    CHECK(is(b, 2, 0, 0));
    CHECK(is(c, 3, 0, 0));

    /* by a team of one, which has the loops as they are */
    add(a, N, M, 1);
    add_by_macro(a, 1);
    CHECK(is(a, 8, 7, 3));

    /* a region in a region, whose variables are its own again */
    omp_set_nested(0);
#pragma omp parallel num_threads(3) reduction(+ : inner) private(i, j)
    {
        i = omp_get_thread_num();
        j = 50 + i;
#pragma omp parallel for collapse(2) num_threads(2) reduction(+ : inner)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 5; l++)
                inner += k + l;
        inner += 1000 * (j - i == 50);
    }
    CHECK(inner % 1000 == 45 * (inner / 1000) && inner > 0);

    i = 3;
    j = 4;
#pragma omp parallel for collapse(2) num_threads(4) if (i == 4)
    for (int row = 0; row < N; row++)
        for (int column = 0; column < M; column++)
            a[row][column] = row == omp_get_thread_num() ? row : 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            right = right && a[i][j] == 0;
    CHECK(right);
    return check_result("collapsed loops elsewhere");
}
