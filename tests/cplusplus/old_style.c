/* Definitions and declarations as before C90. */
#include <stdio.h>

static scale(values, n, by)
    double *values;
    double by;
{
    int i;
    for (i = 0; i < n; i++)
        values[i] *= by;
    return n;
}

static char *pick(texts, new)
    char *texts[];
    int new;
{
    return texts[new];
}

static double half(f) float f; { return f / 2; }

static int add(a, b) int a, b; { return a + b; }
static int apply(f, x, c) int (*f)(); char c; { return f(x, c) + (*f)(1, x); }
static int later();

int main()
{
    double values[3] = {1, 2, 3};
    char *texts[2] = {"a", "b"};
    void *any = values;
    int done = scale(any, 3, 2.0);
    printf("%d %g %s %g\n", done, values[2], pick(texts, 1), half(3.0));
    int (*table[2])() = {add, apply};
    printf("%d %d %d\n", apply(add, 3, 4), table[0](5, 6), later(1, 2.5f));
    return 0;
}
static int later(a, b) int a; double b; { return a + 2 * b; }
