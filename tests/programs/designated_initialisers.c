/*
 * Designated initialisers of C99: of members in any order, of array elements,
 * nested, on the host and in a region.
 */
#include <stdio.h>

typedef struct { int x, y; } point;
typedef struct { point a, b; int n; } line;

static const int days[12] = { [1] = 28, [3] = 30, [5] = 30, [8] = 30, [10] = 30 };

int main(void)
{
    point p = { .y = 2, .x = 1 };
    line l = { .a.x = 5, .b = { .y = 7 }, .n = 1 };
    int out[12], i;

    #pragma omp parallel for
    for (i = 0; i < 12; i++) {
        point q = { .y = i, .x = p.y };
        int digits[4] = { [2] = 7, 8 };
        out[i] = days[i] + q.x + 2 * q.y + digits[i % 4] + l.b.y + l.a.x;
    }
    for (i = 0; i < 12; i++)
        printf("%d ", out[i]);
    printf("\n");
    return 0;
}
