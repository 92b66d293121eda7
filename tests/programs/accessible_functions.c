/*
 * Accessible functions of many shapes: prototypes before, definitions after the
 * region, recursion, mutual recursion, static and inline, K&R style, arrays and
 * structures as parameters and results (6.3, 8.5.2).
 * threads: 4
 */
#include <stdio.h>

typedef struct pair { int a, b; } pair;

static int factorial(int n);
int is_even(unsigned n), is_odd(unsigned n);
pair swap(pair p);
extern double mean(const double v[], int n);

#pragma gpump accessible
static inline int square(int x) { return x * x; }

#pragma gpump accessible
long old_style(a, b, v)
    int a;
    long b;
    int v[];
{
    return a * b + v[1];
}

#pragma gpump accessible
const char *
name_of(int n,
        const char *const names[])
{
    return names[n % 2];
}

#pragma gpump accessible
void nothing(void) { }

int main(void)
{
    int f[8], e[8], v[2] = { 5, 6 }, i;
    long o[8];
    double d[3] = { 1, 2, 6 }, m[8];
    char even[] = "even", odd[] = "odd", first[8];
    const char *names[2];
    pair p[8];
    #pragma gpump accessible(even, odd, names, v, d)

    names[0] = even;
    names[1] = odd;
    #pragma omp parallel for
    for (i = 0; i < 8; i++) {
        nothing();
        f[i] = factorial(i);
        e[i] = is_even(i) * 10 + is_odd(i) + square(square(i));
        o[i] = old_style(i, 2L, v);
        m[i] = mean(d, 1 + i % 3);
        p[i].a = i;
        p[i].b = 7 - i;
        p[i] = swap(p[i]);
        first[i] = *name_of(i, names);
    }
    for (i = 0; i < 8; i++)
        printf("%d %d %ld %g %d %d %c\n", f[i], e[i], o[i], m[i], p[i].a, p[i].b, first[i]);
    printf("%d %d %s\n", factorial(5), is_odd(9), name_of(1, names));
    return 0;
}

#pragma gpump accessible
static int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

#pragma gpump accessible
int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

#pragma gpump accessible
int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

#pragma gpump accessible
pair swap(pair p)
{
    pair q;

    q.a = p.b, q.b = p.a;
    return q;
}

#pragma gpump accessible
double mean(const double v[], int n)
{
    double s = 0;
    int i;

    for (i = 0; i < n; i++)
        s += v[i];
    return s / n;
}
