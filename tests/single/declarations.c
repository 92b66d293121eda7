/*
 * Declarations that C++ reads differently: functions that return a constant typedef, volatile types without a tag and
 * structures that have them, types without names in one another, constants that only C can compute, qualifiers said twice.
 */
#include <stdio.h>

typedef const int constant;
typedef const struct pair { int a, b; } constant_pair;
typedef const char *const text;
static const unsigned const table_of_bits[2] = {1, 2};

constant next(int x)
{
    return x + 1;
}

static constant_pair both(void)
{
    struct pair made = {3, 4};
    return made;
}

text word(void)
{
    return "word";
}

volatile struct { int a, b; } shared = {4, 2};
static volatile union { int i; float f; } either = {3};

struct outer {
    volatile struct { int a, b; } inner;
    int z;
    volatile union { int q; float r; } list[2];
};
struct around {
    union { struct { int a, b; }; struct { int c; } n; long all; };
    struct { volatile struct { int a; } x[2]; enum { RED = 3, BLUE } colour; };
};
static struct { union { struct { short low, high; }; int all; } u[2]; } halves = {{{{1, 2}}, {{3, 4}}}};

enum { A = _Generic(1.0, int: 1, double: 7, default: 3), B = _Generic('a', char: 1, int: 2), C = sizeof 'a' };
static int table[_Generic((short)1, short: 4, default: 2)];
struct bits { unsigned x : _Generic(1L, long: 5, default: 7), y[sizeof 'b']; };

int main(void)
{
    struct outer from = {{1, 2}, 3, {{4}, {5}}}, to;
    struct around one = {{{1, 2}}, {{{3}, {4}}, BLUE}};
    __typeof__(shared) copy;
    __typeof__(either) other = either;
    int (*function)(int) = next;
    int sum = 0;

    to = from;
    copy = shared;
    const char const format[] = "%d %d %d %d %d\n";
#pragma omp parallel for reduction(+ : sum) firstprivate(from)
    for (int i = 0; i < 4; i++) {
        struct outer again = from;
        struct around mine = one;
        __typeof__(shared) held;
        struct bits bits = {31, {2}};

        const int *const const pointer = &table[0];
        held = shared;
        again.inner.a += i;
        mine.n.c += i;
        sum += again.inner.a + again.list[1].q + held.a + held.b + either.i + mine.a + mine.x[1].a + mine.colour;
        sum += next(i) + both().b + word()[0] + halves.u[1].low + A + 10 * B + 100 * C;
        sum += table_of_bits[i % 2] + pointer[0] + format[0] + bits.x + (int)(sizeof table + sizeof bits);
    }
    printf(format, sum, to.inner.b + to.list[1].q, copy.a, other.i, function(1));
    return 0;
}
