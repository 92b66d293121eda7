/*
 * Static variables of types that their function declares (2.8.1.1): one for
 * all threads, in a region and in a function that a region calls.
 *
 * cross: static struct point points[4]; => struct point points[4] = {{0, 0}};
 * cross: static pair_t tallies => pair_t tallies
 */
#include <omp.h>
#include "check.h"

/* The types of a variable may need one another. */
static int count(int by)
{
    typedef struct { long n; int last[3]; } tally_t;
    typedef tally_t pair_t[2];
    enum { FIRST, SECOND };
    static pair_t tallies = {{1, {0, 0, 0}}, {5, {0}}};
    tally_t other = tallies[SECOND];

#pragma omp atomic
    tallies[FIRST].n += by;
    return by == 0 ? (int)tallies[FIRST].n : (int)other.n;
}

static int visit(void)
{
    struct point { int x, y; };
    enum { TIMES = 3, LENGTH };
    static struct point points[4];
    static struct { double v; } unnamed[LENGTH];
    int i;

#pragma omp parallel for
    for (i = 0; i < LENGTH; i++) {
        points[i].x += i;
        points[i].y = TIMES * i;
        unnamed[i].v += 0.5 * i;
    }
    return points[3].x + points[2].y + (int)(2 * unnamed[1].v);
}

/* One type with a variable of its own, too. */
static double inner(void)
{
    struct inner { double d; } one = {1.5};
    static struct inner two[2];

    two[0].d = one.d;
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        two[1] = two[0];
    }
    return two[1].d;
}

int main(void)
{
    int i, sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (i = 1; i < 10; i++)
        sum += count(i);
    CHECK(sum == 9 * 5);
    CHECK(count(0) == 46);
    CHECK(visit() == 3 + 6 + 1);
    CHECK(visit() == 6 + 6 + 2);
    CHECK(inner() == 1.5);
    return check_result("static variables of local types");
}
