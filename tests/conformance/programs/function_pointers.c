/*
 * Calls through pointers to functions in a region: variables, tables,
 * members, parameters, results.
 *
 * cross: results[k] = table[k % 3](k); => results[k] = square(k);
 * cross: s->area = circle; => s->area = box;
 */
#include "check.h"

#define N 24

typedef int (*function)(int);

static int square(int x) { return x * x; }
static int negate(int x) { return -x; }
static int same(int x) { return x; }

static function const table[] = {square, negate, &same};

struct shape {
    double size;
    double (*area)(const struct shape *);
};

static double box(const struct shape *s) { return s->size * s->size; }
static double circle(const struct shape *s) { return 3 * s->size * s->size; }

static int apply(function f, int times, int x)
{
    while (times-- > 0)
        x = (*f)(x);
    return x;
}

static function choose(int k)
{
    return k < N / 2 ? negate : same;
}

int main(void)
{
    int results[N], chosen[N], k;
    function f = square;
    struct shape shapes[N];
    double total = 0;

    for (k = 0; k < N; k++) {
        struct shape *s = shapes + k;
        s->size = k;
        s->area = box;
        if (k % 2)
            s->area = circle;
    }
#pragma omp parallel for num_threads(4) reduction(+ : total)
    for (k = 0; k < N; k++) {
        results[k] = table[k % 3](k);
        chosen[k] = choose(k)(apply(f, 2, k % 4));
        total += shapes[k].area(&shapes[k]);
        if (choose(k) != same && choose(k) != table[1])
            total += 1000;
    }
    for (k = 0; k < N; k++) {
        int q = (k % 4) * (k % 4) * (k % 4) * (k % 4);
        CHECK(results[k] == (k % 3 == 0 ? k * k : k % 3 == 1 ? -k : k));
        CHECK(chosen[k] == (k < N / 2 ? -q : q));
    }
    CHECK(total == 2024 + 3 * 2300);
    return check_result("pointers to functions");
}
