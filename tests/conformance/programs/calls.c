/*
 * Functions called from a region: static and not, directly and through others,
 * with results, without, of one line, declared before and defined after.
 *
 * cross: store(v, k, area(k, k + 1)); => ;
 * cross: w[k] = both(k); => w[k] = both(-k);
 */
#include "check.h"

#define N 40

long area(int width, int height);
static void store(long *v, int at, long what);
static inline int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

typedef struct {
    int low, high;
} limits_t;

static limits_t limits_of(const long *v, int n)
{
    limits_t limits = {(int)v[0], (int)v[0]};
    int k;

    for (k = 1; k < n; k++) {
        if (v[k] < limits.low)
            limits.low = (int)v[k];
        if (v[k] > limits.high)
            limits.high = (int)v[k];
    }
    return limits;
}

/* Reached from the region through another function only. */
static int deepest(int x)
{
    return x ^ 0x55;
}

static int deeper(int x)
{
    return deepest(x) + 1;
}

static int deep(int x)
{
    return x % 2 ? deeper(x) : deeper(-x) - 2;
}

/* Called by host and region. */
static int both(int x)
{
    return clamp(deep(x), -50, 50);
}

int main(void)
{
    long v[N];
    int k, w[N], wrong = 0;

#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
        limits_t limits;
#pragma omp for
        for (k = 0; k < N; k++) {
            v[k] = -1;
            store(v, k, area(k, k + 1));
            w[k] = both(k);
        }
        limits = limits_of(v, N);
        wrong += limits.low != 0 || limits.high != N * (N - 1);
    }
    CHECK(wrong == 0);
    for (k = 0; k < N; k++) {
        CHECK(v[k] == k * (k + 1));
        CHECK(w[k] == both(k));
    }
    return check_result("calls");
}

long area(int width, int height)
{
    return (long)width * height;
}

static void store(long *v, int at, long what)
{
    v[at] = what;
}
