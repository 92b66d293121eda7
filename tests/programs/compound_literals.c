/*
 * Compound literals of structures, on the host and in a region.
 * threads: 2
 */
#include <stdio.h>

typedef struct { double x, y; } point;
typedef struct { point from, to; } segment;

#pragma gpump accessible
static double dot(point a, point b)
{
    return a.x * b.x + a.y * b.y;
}

int main(void)
{
    double d[4];
    int i;
    segment s;

    #pragma omp parallel for
    for (i = 0; i < 4; i++) {
        point a = (point){ i, 1 };
        d[i] = dot(a, (point){ 2, i }) + ((point){ .x = 5 }).x;
    }
    s = (segment){ .from = { d[3], 1 }, .to = (point){ 1, 1 } };
    printf("%g %g\n", dot(s.from, s.to), ((point){ 3, 4 }).y);
    return 0;
}
