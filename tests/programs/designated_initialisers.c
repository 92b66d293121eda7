/*
 * Designated initialisers of C99, with the members in their order as C++ wants
 * them, on the host and in a region; what is left out is zero.
 */
#include <stdio.h>

typedef struct { int x, y; } point;
typedef struct { point a, b; int n; const char *name; } line;

static const line unit = { .b = { .x = 1, .y = 1 }, .name = "unit" };

int main(void)
{
    point p = { .x = 1, .y = 2 };
    line l = { .a = { 5 }, .b = { .y = 7 }, .n = 1 }, table[2] = { { .n = 3 }, { .a = { .y = 4 } } };
    int out[4], i;

    #pragma omp parallel for
    for (i = 0; i < 4; i++) {
        point q = { .y = i }, r[2] = { { .x = i }, q };
        out[i] = q.x + 2 * q.y + l.b.y + l.a.x + p.y + r[1].y + table[i % 2].n + table[1].a.y + unit.b.x;
    }
    printf("%d %d %d %d %s\n", out[0], out[1], out[2], out[3], unit.name);
    return 0;
}
