/*
 * From C99: declarations among statements, line comments, long long, inline,
 * restrict, designated initialisers, compound literals, _Bool.
 * threads: 4
 */
#include <stdio.h>
#include <stdbool.h>

typedef struct { int x, y; } point;

#pragma gpump accessible
static inline long long cube(long long n) { return n * n * n; } // in one line

int main(void)
{
    point origin = { .x = 1, .y = 2 };
    long long cubes[8];
    bool even[8];
    int xs[8];

    for (int i = 0; i < 8; i++)
        xs[i] = 0; // before the next declaration
    int offset = 10; // here
    #pragma omp parallel for firstprivate(offset) // the directive's own comment
    for (int i = 0; i < 8; i++) {
        xs[i] = offset; // reads, then
        point p = (point){ i, 2 * i };
        point q = { .x = origin.x, .y = p.y };
        cubes[i] = cube(i) * 1000000000LL;
        _Bool is_even = i % 2 == 0;
        even[i] = is_even && true;
        xs[i] += p.x + q.y + q.x;
    }
    printf("%lld %d %d %d %d\n", cubes[7], even[4], even[5], xs[3], origin.y);
    return 0;
}
