/*
 * Structures and enumerations that are named inside another structure.
 */
#include <stdio.h>

struct outer {
    struct inner { int a; } in;
    enum kind { ROUND, SQUARE } kind;
};

static struct inner global = { 4 };

int main(void)
{
    struct outer o = { { 1 }, SQUARE };
    struct inner v[3];
    enum kind kind = ROUND;
    int i;

    #pragma omp parallel for
    for (i = 0; i < 3; i++)
        v[i].a = o.in.a + i + global.a + (o.kind == SQUARE) + (kind == ROUND);
    printf("%d\n", v[2].a);
    return 0;
}
