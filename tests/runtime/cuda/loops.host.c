/* Every schedule, every relation, types of loop variables, lastprivate, ordered; and loops at the ends of their types. */
#include <takeover.h>
#include <gpump.h>
#include <limits.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

#define N 1000
static int hits[N];

extern gpump_region_t main_parallel0_region, main_parallel1_region, main_parallel2_region, main_parallel3_region, main_parallel4_region, main_parallel5_region, main_parallel6_region, main_parallel7_region, main_parallel8_region, main_parallel9_region;

/* What the device text needs of this file. */
const struct { int (*hits)[N]; } loops_host = {&hits};

static void check(const char *what, int n)
{
    int i, wrong = 0;
    for (i = 0; i < N; i++)
        wrong += hits[i] != (i < n);
    printf("%s: %d wrong\n", what, wrong);
    memset(hits, 0, sizeof hits);
}

/* An orphaned loop. */
static void orphan(int n, int chunk)
{
    int i;
    (void)chunk;
/* #pragma omp for schedule(dynamic, chunk) nowait */
    for (i = 0; i < n; i++)
/* #pragma omp atomic */
        hits[i]++;
}

int main(void)
{
    int i, last = -1, chunk = 3, round;
    unsigned char c;
    long long big, sum = 0;
    unsigned u;
    char order[64];

    /* #pragma omp parallel private(i) */
    { struct { int chunk; } gpump_shared = {chunk}; if (!gpump_parallel(&main_parallel0_region, 1, 0, &gpump_shared))
    {
/* #pragma omp for */
        for (i = 0; i < N; i++)
            hits[i]++;
/* #pragma omp for schedule(static) */
        for (i = 0; i < N; i++)
            hits[i]++;
/* #pragma omp for schedule(static, chunk) */
        for (i = N - 1; i >= 0; i--)
            hits[i]++;
/* #pragma omp for schedule(dynamic) */
        for (i = 0; i <= N - 1; i += 1)
            hits[i]++;
/* #pragma omp for schedule(guided, 2) */
        for (i = N - 1; i > -1; i -= 1)
            hits[i]++;
/* #pragma omp for schedule(runtime) */
        for (i = 0; i < N; i++)
            hits[i] -= 4;
    } }
    check("schedules", N);

    /* More constructs than the ring has slots, without a barrier between them. */
    /* #pragma omp parallel private(round) */
    { if (!gpump_parallel(&main_parallel1_region, 1, 0, 0))
    for (round = 0; round < 20; round++)
        orphan(N - round, round % 4 + 1); }
    for (i = 0; i < N; i++)
        hits[i] -= i < N - 19 ? 19 : N - i - 1;
    check("orphaned, nowait", N);

    /* #pragma omp parallel for lastprivate(i, last) schedule(dynamic, 7) */
    { struct { int *i, *last; } gpump_shared = {&i, &last}; if (!gpump_parallel(&main_parallel2_region, 1, 0, &gpump_shared))
    for (i = 5; i < N; i += 10) {
        if (i % 20 == 5)
            continue;
        last = i;
    } }
    printf("%d %d\n", i, last);

    /* #pragma omp parallel for schedule(dynamic) */
    { if (!gpump_parallel(&main_parallel3_region, 1, 0, 0))
    for (c = 250; c < 255; c++)
        hits[c - 250]++; }
    check("unsigned char", 5);

    /* #pragma omp parallel for reduction(+ : sum) schedule(guided) */
    { struct { long long *sum; } gpump_shared = {&sum}; if (!gpump_parallel(&main_parallel4_region, 1, 0, &gpump_shared))
    for (big = LLONG_MAX - 10; big <= LLONG_MAX - 3; big += 3)
        sum += LLONG_MAX - big; }
    printf("%lld\n", sum);
    sum = 0;
    /* #pragma omp parallel for reduction(+ : sum) */
    { struct { long long *sum; } gpump_shared = {&sum}; if (!gpump_parallel(&main_parallel5_region, 1, 0, &gpump_shared))
    for (i = INT_MAX - 100000; i < INT_MAX - 1000; i += 1000)
        sum += i; }
    printf("%lld\n", sum);
    sum = 0;
    /* #pragma omp parallel for reduction(+ : sum) */
    { struct { long long *sum; } gpump_shared = {&sum}; if (!gpump_parallel(&main_parallel6_region, 1, 0, &gpump_shared))
    for (u = 4000000000u; u > 3999999000u; u -= 100u)
        sum += u; }
    printf("%lld\n", sum);
    /* #pragma omp parallel for */
    { if (!gpump_parallel(&main_parallel7_region, 1, 0, 0))
    for (i = 10; i < 10; i++)
        hits[0]++; }
    check("no iterations", 0);

    last = 0;
    /* #pragma omp parallel for ordered schedule(dynamic) */
    { struct { char *order; int *last; } gpump_shared = {order, &last}; if (!gpump_parallel(&main_parallel8_region, 1, 0, &gpump_shared))
    for (i = 0; i < 26; i++) {
        if (i % 5 == 4)
            continue;
/* #pragma omp ordered */
        order[last++] = (char)('a' + i);
    } }
    order[last] = 0;
    printf("%s\n", order);
    last = 0;
    /* #pragma omp parallel for ordered */
    { struct { char *order; int *last; } gpump_shared = {order, &last}; if (!gpump_parallel(&main_parallel9_region, 1, 0, &gpump_shared))
    for (i = 25; i >= 0; i--) {
/* #pragma omp ordered */
        order[last++] = (char)('a' + i);
    } }
    order[last] = 0;
    printf("%s\n", order);
    return 0;
}
