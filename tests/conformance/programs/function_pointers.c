/*
 * Calls through pointers to functions in a region: variables, tables,
 * members, parameters, results; of the C library's functions, too, and in it.
 *
 * cross: results[k] = table[k % 3](k); => results[k] = square(k);
 * cross: s->area = circle; => s->area = box;
 * cross: {up, down} => {up, up}
 * cross: {sqrt, half} => {half, half}
 */
#include <math.h>
#include <stdlib.h>
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

static double half(double x) { return x / 2; }

static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int down(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

static int (*const orders[])(const void *, const void *) = {up, down};
static double (*const computes[])(double) = {sqrt, half};

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
    total = 0;
#pragma omp parallel for num_threads(4) reduction(+ : total)
    for (k = 0; k < N; k++) {
        int numbers[3] = {k, k + 2, k + 1}, wanted = k + 1;
        qsort(numbers, 3, sizeof(int), orders[k % 2]);
        results[k] = numbers[0];
        chosen[k] = bsearch(&wanted, numbers, 3, sizeof(int), orders[k % 2]) == numbers + 1;
        total += computes[k % 2](4 * k * k);
    }
    for (k = 0; k < N; k++)
        CHECK(results[k] == (k % 2 ? k + 2 : k) && chosen[k]);
    CHECK(total == 2 * 132 + 2 * 2300);
    return check_result("pointers to functions");
}
