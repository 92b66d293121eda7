/*
 * metadirective (5.0, 2.3.4; 5.2, 7.4.3): the context chooses the directive, by devices, implementations, constructs around it, constants
 * and scores; where a condition is none, the running program chooses. All of it is for the host, on which there is no `target`.
 *
 * resolved: gcc 12 does not know it
 * cross: when(device={kind(host)}: parallel num_threads(4)) => when(device={kind(nohost)}: parallel num_threads(4))
 * cross: when(device={kind(cpu), arch(x86_64, x86)}: atomic) => when(device={kind(gpu)}: atomic)
 * cross: when(implementation={vendor(gnu)}: critical) default(nothing) => default(nothing)
 * cross: score(8) => score(2)
 * cross refused: construct={parallel, for} => construct={for, parallel}
 * cross refused: when(construct={parallel}: for) otherwise(simd) => otherwise(simd)
 * cross refused: when(user={condition(WIDE)}: parallel num_threads(3)) => when(user={condition(!WIDE)}: parallel num_threads(3))
 * cross: when(user={condition(n > 2)}: parallel num_threads(4)) => when(user={condition(n < 2)}: parallel num_threads(4))
 * cross: when(user={condition(score(1): n == 3)}: parallel num_threads(2)) => when(user={condition(score(0): n == 3)}: parallel num_threads(2))
 * cross: when(user={condition(wait)}: barrier) => when(user={condition(!wait)}: barrier)
 * cross: when(target_device={kind(host)}: single nowait) => when(target_device={kind(gpu)}: single nowait)
 * crossed with: -DTIMES=100000
 */
#include "check.h"

#ifdef _OPENMP
#include <omp.h>
#define THREADS(n) (n)
#else
#define THREADS(n) 1
#endif

#ifndef TIMES
#define TIMES 1000
#endif

enum { NARROW, WIDE };

/* The chosen directive comes from a macro, and so does all of it. */
#define SHARED(clauses) parallel for clauses
#define DO(directive) _Pragma(#directive)
#define COUNTED DO(omp metadirective when(user={condition(sizeof(int) == 4)}: SHARED(reduction(+ : sum))) otherwise(error))

/* Orphaned: the caller's constructs are not those around it. */
static int orphaned(int n)
{
    int sum = 0;
#pragma omp metadirective when(construct={parallel}: error) otherwise(simd)
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

static int threads_of(int n)
{
    int team = 0 * n;
#pragma omp metadirective when(user={condition(n > 2)}: parallel num_threads(4)) when(user={condition(score(1): n == 3)}: parallel num_threads(2))
    {
#pragma omp atomic
        team++;
    }
    return team;
}

/* What the running program decides, within what it decides: on several lines, and with the word of what is there once. */
static int shared_out(int n, int wide, int guided)
{
    int sum = 0;
    (void)wide;
    (void)guided;
#pragma omp metadirective \
    when(user={condition(wide)}: parallel num_threads(2))
    {
#pragma omp metadirective \
    when(construct={parallel}, user={condition(guided)}: for schedule(guided) \
                                                             reduction(+ : sum)) \
    when(construct={parallel}: for schedule(static) reduction(+ : sum))
        for (int i = 0; i < n; i++)
            sum += i;
    }
    return sum;
}

int main(void)
{
    int team = 0, updates = 0, inside = 0, best = 0, loops = 0, sum = 0, ones = 0, late = 0, wait = 1, cells[8] = {0};
    (void)wait;

#pragma omp metadirective \
    when(device={kind(nohost)}: parallel num_threads(1)) \
    when(device={kind(host)}: parallel num_threads(4)) // the host's
    {
#pragma omp atomic
        team++;
        for (int i = 0; i < TIMES; i++) {
#pragma omp metadirective when(device={kind(cpu), arch(x86_64, x86)}: atomic) default(nothing)
            updates++;
#pragma omp metadirective when(implementation={vendor(gnu)}: critical) default(nothing)
            inside = inside + 1;
        }
    }
    CHECK(team == THREADS(4));
    CHECK(updates == THREADS(4) * TIMES);
    CHECK(inside == THREADS(4) * TIMES);

    /* The highest score is chosen, and of equal ones the first. */
#pragma omp metadirective when(implementation={vendor(score(8): gnu)}: parallel num_threads(3)) when(user={condition(score(7): 1)}: parallel num_threads(2)) when(device={kind(any)}: parallel num_threads(2))
    {
#pragma omp atomic
        best++;
    }
    CHECK(best == THREADS(3));

    /* What one chooses is the context of those within. */
#pragma omp metadirective when(user={condition(WIDE)}: parallel num_threads(3)) otherwise(nothing)
    {
#pragma omp metadirective when(construct={parallel}: for) otherwise(simd)
        for (int i = 0; i < 8; i++) {
#pragma omp atomic
            loops++;
#pragma omp metadirective when(construct={parallel, for}: atomic) default(error)
            cells[i] += orphaned(i);
        }
#pragma omp metadirective when(target_device={kind(host)}: single nowait) otherwise(nothing)
        for (int i = 0; i < TIMES; i++)
            ones++;
#pragma omp metadirective when(user={condition(wait)}: barrier) otherwise()
#pragma omp atomic
        late += ones;
    }
    CHECK(loops == 8);
    CHECK(cells[7] == 21 && cells[2] == 1);
    CHECK(ones == TIMES);
    CHECK(late == THREADS(3) * TIMES);

    COUNTED
    for (int i = 0; i < TIMES; i++)
        sum += i;
    CHECK(sum == TIMES / 2 * (TIMES - 1));

    CHECK(threads_of(1) == 1);
    CHECK(threads_of(3) == THREADS(2));
    CHECK(threads_of(5) == THREADS(4));

    CHECK(shared_out(10, 0, 0) == 45 && shared_out(10, 0, 1) == 45);
    CHECK(shared_out(10, 1, 0) == 45 && shared_out(10, 1, 1) == 45);

    /* Between its begin and its end, with variables of its own. */
    sum = 0;
#pragma omp begin metadirective when(user={condition(sum == 0)}: parallel num_threads(2) reduction(+ : sum))
    int part = 5;
    sum += part;
#pragma omp end metadirective
    CHECK(sum == THREADS(2) * 5);
    return check_result("metadirective");
}
