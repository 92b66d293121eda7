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

static count() { static int called; return ++called; }
__attribute__((noinline)) next(int x) { return x + 1; }
static __attribute__((noinline)) last_of(int n, int rows[][n]) { return rows[1][n - 1]; }

static void finished(int *p) { return (void)(*p += 1); }
static void set(int *p, int value)
{
    if (value > 9)
        return finished(p);
    if (value > 5)
        return *p = value, count();
    return;
}

static int own(int own, int list[own++]) { return own + list[own - 2]; }

int main()
{
    int rows[2][3] = {{1, 2, 3}, {4, 5, 6}}, n = 0;
    double values[3] = {1, 2, 3};
    char *texts[2] = {"a", "b"};
    void *any = values;
    int done = scale(any, 3, 2.0);
    printf("%d %g %s %g\n", done, values[2], pick(texts, 1), half(3.0));
    int (*table[2])() = {add, apply};
    set(&n, 10), set(&n, 3);
    printf("%d ", n);
    set(&n, 7);
    printf("%d %d %d %d\n", n, next(3), last_of(3, rows), own(2, rows[0]));
    n = count(1, "more");
    printf("%d ", n + count(n = 8, count()));
    printf("%d %d\n", n, half(5.0, count()) + 10 > 12);
    printf("%d %d %d\n", apply(add, 3, 4), table[0](5, 6), later(1, 2.5f));
    return 0;
}
static int later(a, b) int a; double b; { return a + 2 * b; }
