/*
 * Macros that are named in arguments of macros alone: the items of a list, what a macro applies, uses within uses. Each means
 * what it meant where it stood, also in arguments of assert and isnan, and if a header defines it.
 *
 * cross: SQUARE(x) ((x) * (x)) => SQUARE(x) ((x) + (x))
 * cross: #define ADD(name) + name => #define ADD(name) - name
 * cross: POSITIVE(x) (above(x) > 0) => POSITIVE(x) (above(x) < 0)
 * cross: TEN 10 => TEN 11
 */
#include <assert.h>
#include <math.h>
#include "check.h"
#include "items.h"

#define COLOURS(X) X(RED) X(GREEN)
#define SHAPES(X) X(ROUND) X(SQUARED)
#define SIZES(LIST) LIST(E)
#define PARTS(X) X(left) X(right)
#define APPLY(f, x) f(x)
#define TWICE(x) ((x) + (x))
#define SQUARE(x) ((x) * (x))
#define NEXT(x) (SQUARE(x) + 1)
#define OTHER NEXT
#define TEN 10

/* A letter that the device's own macros use. */
#define E(name) name,
enum colour { COLOURS(E) };
enum shape { SHAPES(ENUMERATOR) };
#define LARGE(X) X(HUGE_ONE) X(LARGE_ONE)
enum size { SIZES(LARGE) };

/* The item is another one for each list. */
#define X(name) int name;
struct parts { PARTS(X) };
#undef X
#define MEMBER(name) long name;
struct members { MEMBERS(MEMBER) };

static int above(int x)
{
    return x + 1;
}
#define POSITIVE(x) (above(x) > 0)

static const char *kept(const char *label)
{
    return label;
}

int main(void)
{
    int i, sum = 0, applied = 0, within = 0, cases = 0, none = 0;

#pragma omp parallel for reduction(+ : sum, applied, within, cases, none)
    for (i = 0; i < 10; i++) {
        struct parts parts = {i, 2 * i};
        struct members members = {1, 2};
        enum colour colour = GREEN;
        enum shape shape = SQUARED;
        enum size size = LARGE_ONE;

#define ADD(name) + name
        sum += 0 COLOURS(ADD) + colour + shape + size + parts.left + parts.right + (int)(members.first + members.second);
#undef ADD
        applied += APPLY(SQUARE, i) + APPLY(OTHER, i);
        within += TWICE(SQUARE(i)) + TWICE(TEN) + TWICE(LIMIT);
#define COUNT(name) case name: cases++; break;
        switch (i) { COLOURS(COUNT) }
#undef COUNT
        assert(SQUARE(2) == 4 && TEN == 10 && LIMIT == 5);
        assert(IS_NATURAL(i) && POSITIVE(i));
        none += isnan(SQUARE(1.0 * i) + LIMIT) != 0;
        none += isnan(1.0 * LIMIT) != 0;
        none += kept(LABEL)[0] != 'n';
        none += TWICE(__STDC_VERSION__ > 1) != 2;
    }
#undef SQUARE
#define SQUARE(x) 7
#undef TEN
    CHECK(sum == 10 * (1 + 1 + 1 + 1 + 3) + 3 * 45);
    CHECK(applied == 285 + 295);
    CHECK(within == 2 * 285 + 10 * (20 + 10));
    CHECK(cases == 2);
    CHECK(none == 0);
    return check_result("macros in arguments");
}
