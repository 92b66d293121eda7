/*
 * Compound literals: structures, their addresses, arrays, on the host and in a
 * region.
 * threads: 2
 */
#include <stdio.h>

typedef struct { double x, y; } point;

#pragma gpump accessible
static double dot(const point *a, const point *b)
{
    return a->x * b->x + a->y * b->y;
}

#pragma gpump accessible
static int first(const int *v)
{
    return v[0];
}

int main(void)
{
    double d[4];
    int n[4], i;
    point p;

    #pragma omp parallel for
    for (i = 0; i < 4; i++) {
        point a = (point){ i, 1 };
        d[i] = dot(&a, &(point){ 2, i });
        n[i] = first((int[]){ i * i, 2 });
    }
    p = (point){ .x = d[3], .y = 1 };
    printf("%g %d %g %d\n", dot(&p, &(point){ 1, 1 }), n[3], ((point){ 3, 4 }).y, first((int[2]){ 7 }));
    return 0;
}
