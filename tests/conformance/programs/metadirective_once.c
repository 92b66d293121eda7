/*
 * metadirective (5.2, 7.4.3) where the running program chooses: a statement has its labels and its static variables once, whatever is
 * chosen. And metadirectives at file level, which choose what is said of the declarations there.
 *
 * resolved: gcc 12 does not know it
 * cross: when(user={condition(n > 3)}: parallel num_threads(2)) => when(user={condition(n > 30)}: parallel num_threads(2))
 * cross: when(device={kind(host)}: threadprivate(own)) => when(device={kind(nohost)}: threadprivate(own))
 * cross: otherwise(declare reduction(both : int : omp_out += omp_in)) => otherwise(declare reduction(both : int : omp_out -= omp_in))
 */
#include "check.h"

#ifdef _OPENMP
#define THREADS(n) (n)
#else
#define THREADS(n) 1
#endif

static int own = 5;
#pragma omp metadirective when(device={kind(host)}: threadprivate(own))
#pragma omp metadirective when(user={condition(sizeof(int) == 1)}: declare reduction(both : int : omp_out *= omp_in)) \
    otherwise(declare reduction(both : int : omp_out += omp_in))
#pragma omp metadirective when(device={kind(gpu)}: declare target) otherwise(nothing)
static int doubled(int x) { return 2 * x; }
#pragma omp metadirective when(implementation={vendor(gnu, llvm)}: declare simd)
static int tripled(int x) { return 3 * x; }

/* How many threads have run what it chooses, and how often it has been called. */
static int calls(int n)
{
    static int called = 100;
    int *place = 0;
    (void)n;

#pragma omp metadirective when(user={condition(n > 3)}: parallel num_threads(2)) when(user={condition(n > 1)}: critical) otherwise(nothing)
    {
        static int called, *where = &called;
        struct { int called; } one = { 1 };
        int i = 0;
    again:
        if (++i < 3)
            goto again;
#pragma omp atomic
        called += one.called + i - 3;
#pragma omp atomic write
        place = where;
    }
    called++;
    return *place * 1000 + called;
}

static long rounds(int n, int wants)
{
    long sum = 0;
    (void)wants;

#pragma omp begin metadirective when(user={condition(wants)}: parallel for reduction(+ : sum) num_threads(2))
    for (int i = 0; i < n; i++) {
        static const long values[] = { 10, 20 };
        if (i % 3 == 0)
            goto next;
        sum += values[i % 2];
    next:
        ;
    }
#pragma omp end metadirective
    return sum;
}

int main(void)
{
    int sum = 0, kept = 0;

    CHECK(calls(1) == 1101 && calls(2) == 2102);
    CHECK(calls(4) == 2000 + THREADS(2) * 1000 + 103);
    CHECK(calls(3) == 3000 + THREADS(2) * 1000 + 104);
    CHECK(rounds(12, 0) == 120 && rounds(12, 1) == 120);

#pragma omp parallel num_threads(2)
    {
        own++;
#pragma omp barrier
#pragma omp single
        kept = own;
    }
    CHECK(kept == 6);
#pragma omp parallel for reduction(both : sum) num_threads(2)
    for (int i = 0; i < 10; i++)
        sum += doubled(i) + tripled(1);
    CHECK(sum == 120);
    return check_result("metadirective");
}
