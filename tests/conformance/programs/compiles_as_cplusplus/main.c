/*
 * C that C++ refuses where it stands, in regions and in functions that they call:
 * copies with the name of a kernel's parameter, qualified results, volatile
 * structures, null pointers of several kinds, a loop's body with a name of its
 * head, types inside of structures without names, text from other files,
 * operators that choose by type, rows of variable length.
 *
 * cross: #pragma omp for reduction(+ : sum)
 * cross: firstprivate(block, n) => private(block) firstprivate(n)
 */
#pragma GCC diagnostic ignored "-Wignored-qualifiers"
#pragma GCC diagnostic ignored "-Wextra"
#include "check.h"

#include <stdlib.h>

#define N 24

static int table[] = {3, 1, 2};
enum { ENTRIES = sizeof table / sizeof *table };

struct pair {
    int a, b;
};
static volatile struct pair watched = {4, 5};

struct figure {
    enum { ROUND, SQUARE } form;
    union {
        struct deep {
            int depth;
        } deep;
        enum shade { DARK, LIGHT = 5 } shade;
    } as;
    union {
        struct flat {
            int width;
            int counts[sizeof table / sizeof *table];
        } flat;
        float number;
    };
};

enum words {
    first,
    alignas,
    and,
    last = alignas + 3
};

/* Types inside of variables' own, which have no name either. */
static struct {
    struct inner {
        int weight;
    } inner;
    union {
        struct {
            struct innermost {
                int weight;
            } part;
        } member;
    } around;
    enum mood { CALM = 2, WILD } mood;
} outer_variable;

static int counter = 7;

static const int next(int x)
{
    return x + 1;
}

static int *const place(void)
{
    return &counter;
}

static int take(struct pair one)
{
    return one.a * 10 + one.b;
}

static struct pair give(int which)
{
    struct pair none = {0, 0};
    return which ? watched : none;
}

/* The file's variable, and one of its own. */
static int hides(int x)
{
    int before = counter + x;
    int counter = 5;
    return before + counter;
}

static int kinds(int x)
{
    _Static_assert(__builtin_types_compatible_p(__typeof__(x), int), "int");
    switch (x) {
    case sizeof 'a':
        return 100;
    case _Generic(0, int: 2, default: 3):
        return 10;
    default:
        return __builtin_choose_expr(sizeof(int) == 4, x, "text");
    }
}

static int included(int i)
{
    int found = 0;
#include "body.h"
    return found;
}

static int rows(int a[][3], int n)
{
    int i, sum = 0;
    for (i = 0; i < n; i++)
        sum += a[i][i % 3];
    return sum;
}

static int square(int n, int a[n][n])
{
    return rows(a, n);
}

static void scale(double *block, int n, double by)
{
    int i;
#pragma omp parallel for firstprivate(block, n)
    for (i = 0; i < n; i++)
        block[i] *= by;
}

int main(void)
{
    int i, n = 3, sum = 0, found = 0, same = 0, shaded = 0, volatiles = 0, nested = 0;
    int given[n][n];
    double block[N];
    volatile struct pair seen = {1, 2};

    for (i = 0; i < n * n; i++)
        given[i / n][i % n] = i;
    for (i = 0; i < N; i++)
        block[i] = i;
    scale(block, N, 2);
    for (i = 0; i < N; i++)
        CHECK(block[i] == 2 * i);

#pragma omp parallel firstprivate(seen) reduction(+ : found, same, shaded, volatiles, nested)
    {
#pragma omp for reduction(+ : sum)
        for (i = 0; i < N; i++) {
            int i = 2;
            for (int j = 0; j < 3; j++) {
                int j = 5;
                sum += i * j;
            }
        }
#pragma omp for
        for (i = 0; i < N; i++)
#include "body.h"
#pragma omp for
        for (i = 0; i < N; i++) {
            char *p;
            const char *text = "text";
            p = n ? malloc(8) : NULL;
            int *q = n ? NULL : malloc(8);
            same += (p > 0) + (text > (char *)0) + (q == 0) + next(i) + *place() + hides(i) + kinds(i % 8);
            free(p);
            same += alignas + and + last + ENTRIES + included(i) + (__STDC_VERSION__ >= 201112L);
        }
#pragma omp for
        for (i = 0; i < N; i++) {
            struct figure figure;
            struct deep deep = {i};
            enum { RED, GREEN } colour = i % 2;
            figure.form = i % 2;
            figure.as.deep = deep;
            shaded += figure.as.deep.depth + figure.form + (colour == GREEN);
            figure.as.shade = i ? LIGHT : DARK;
            figure.flat = (struct flat){.width = 3, .counts = {1, 2, 3}};
            shaded += figure.as.shade + figure.flat.width + figure.flat.counts[2];
        }
#pragma omp for
        for (i = 0; i < N; i++) {
            struct {
                struct local {
                    int weight;
                } local;
                enum { LOW, HIGH } level;
            } own = {{i}, HIGH};
            struct local local = own.local;
            struct inner inner = {i};
            struct innermost innermost = {2};
            enum mood mood = WILD;
            if (i == 0) {
                outer_variable.inner = inner;
                outer_variable.around.member.part = innermost;
                outer_variable.mood = mood;
            }
            nested += local.weight + inner.weight + innermost.weight + mood + own.level;
        }
#pragma omp for
        for (i = 0; i < N; i++) {
            struct pair one = i ? watched : seen, two[2] = {seen, watched};
            volatile struct pair three;
            three = one;
            volatiles += take(watched) + give(i % 2).b + take(three) + two[1].a + rows(given, n) + square(n, given);
        }
    }

    CHECK(sum == N * 30);
    CHECK(found == N * (N - 1));
    CHECK(same == 2316);
    CHECK(shaded == 559);
    CHECK(volatiles == 2859);
    CHECK(nested == N * (N - 1) + 6 * N);
    CHECK(outer_variable.inner.weight == 0 && outer_variable.around.member.part.weight == 2 && outer_variable.mood == WILD);
    return check_result("C that is no C++");
}
