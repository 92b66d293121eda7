/*
 * Unions and bit-fields, shared and private.
 * threads: 2
 */
#include <stdio.h>

union value { int i; float f; unsigned char bytes[4]; };
struct flags { unsigned a : 3, b : 5; signed int c : 8; };

int main(void)
{
    union value v[4], one;
    struct flags f[4], g = { 7, 31, -1 };
    int i;

    #pragma omp parallel for private(one) firstprivate(g)
    for (i = 0; i < 4; i++) {
        one.f = (float)(1 << i);
        v[i].i = one.i;
        f[i] = g;
        f[i].a = i;
        f[i].c -= i;
        f[i].b &= 10 + i;
    }
    for (i = 0; i < 4; i++)
        printf("%g %d %d %d\n", v[i].f, f[i].a, f[i].b, f[i].c);
    return 0;
}
