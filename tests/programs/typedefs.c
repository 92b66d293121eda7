/*
 * Types behind typedefs: of pointers, arrays, structures, of typedefs; pointer
 * levels are seen through them.
 * threads: 4
 */
#include <stdio.h>
#include <stdlib.h>

typedef double real;
typedef real *vector;
typedef vector *matrix;
typedef const real *input;
typedef int row[3];
typedef row table[2];
typedef struct tag *handle;
struct tag { int a; unsigned char b; };
typedef struct tag record, records[4];
typedef unsigned int uint_t, *uint_ptr;

static void fill(matrix m, input in, int n)
{
    int i, j;

    #pragma omp parallel for private(j)
    for (i = 0; i < n; i++) {
        vector r = m[i];
        for (j = 0; j < n; j++)
            r[j] = in[i] - in[j];
    }
}

int main(void)
{
    real in[3] = { 1, 2, 4 };
    row r = { 7, 8, 9 };
    table t;
    records rs;
    handle h = rs;
    uint_t u = 3u;
    uint_ptr pu = &u;
    matrix m = (matrix)gpump_malloc(3 * sizeof(vector));
    #pragma gpump accessible(in, rs, u)
    int i;

    for (i = 0; i < 3; i++)
        m[i] = (vector)gpump_malloc(3 * sizeof(real));
    fill(m, in, 3);
    #pragma omp parallel for firstprivate(r)
    for (i = 0; i < 2; i++) {
        uint_t k;
        for (k = 0; k < *pu; k++)
            t[i][k] = r[k] * (i + 1);
        h[i].a = t[i][2];
        (h + 2 + i)->b = (unsigned char)(250 + 5 * i);
    }
    printf("%g %g %d %d %d\n", m[0][2], m[2][1], t[1][1], rs[1].a, rs[3].b);
    return 0;
}
