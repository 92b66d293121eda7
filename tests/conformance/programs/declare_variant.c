/*
 * declare variant (5.0, 2.3.5; 5.2, 7.5.4): a call calls the variant that fits the constructs around it best, in regions, in
 * functions that regions call, and outside; a pointer to the function is a pointer to that function.
 *
 * cross: match(construct={parallel}) => match(construct={teams})
 * cross: match(construct={parallel, for}) => match(construct={for, parallel})
 * cross: score(20) => score(0)
 * cross: device={kind(host, cpu)} => device={kind(gpu)}
 * cross: match(user={condition(WIDE)}) => match(user={condition(!WIDE)})
 * cross: match(implementation={atomic_default_mem_order(seq_cst)}) => match(implementation={atomic_default_mem_order(acq_rel)})
 */
#include <omp.h>

#include "check.h"

#pragma omp requires atomic_default_mem_order(seq_cst)

enum { NARROW, WIDE };

static int in_parallel(int x) { return 100 + x; }
static int in_loop(int x) { return 200 + x; }

#pragma omp declare variant(in_parallel) match(construct={parallel})
#pragma omp declare variant(in_loop) match(construct={parallel, for})
static int plain(int x);
static int plain(int x) { return x; }

int of_host(int x);
int of_host(int x) { return 1000 + x; }
int of_gnu(int x);
int of_gnu(int x) { return 2000 + x; }
int of_gpu(int x);
int of_gpu(int x) { return 3000 + x; }

#pragma omp declare variant(of_gpu) match(device={kind(gpu)}, construct={parallel})
#pragma omp declare variant(of_host) match(device={kind(host, cpu)})
#pragma omp declare variant(of_gnu) match(implementation={vendor(score(20): gnu)}, construct={parallel})
int chosen(int x) { return x; }

double wide(double x);
double wide(double x) { return 2 * x; }
#pragma omp declare variant(wide) match(user={condition(WIDE)})
double scaled(double x) { return x; }

int ordered_so(void);
int ordered_so(void) { return 1; }
#pragma omp declare variant(ordered_so) match(implementation={atomic_default_mem_order(seq_cst)})
int default_order(void) { return 0; }

/* The variant's own calls are in what it is a variant for. */
int inner(int x);
int inner(int x) { return 10 * plain(x); }
#pragma omp declare variant(inner) match(construct={parallel})
int outer(int x) { return plain(x); }

/* Orphaned: no construct is around these calls. */
static int orphaned(int x)
{
    return plain(x) + chosen(x);
}

#define TWICE(f, x) (f(x) + f(x))

int main(void)
{
    int alone = 0, in_region = 0, of_function = 0, nested = 0, through = 0, expanded = 0, loop[8], best = 0;
    int (*pointer)(int) = plain;

    CHECK(plain(1) == 1 && outer(2) == 2);
    CHECK(chosen(1) == 1001);
    CHECK(scaled(1.5) == 3 && default_order() == 1);
    CHECK(orphaned(1) == 1 + 1001);

#pragma omp parallel num_threads(4)
    {
#pragma omp single
        {
            alone = omp_get_num_threads();
            in_region = plain(1);
            best = chosen(1);
            of_function = orphaned(1);
            nested = outer(2) + plain(plain(1));
            through = pointer(1);
            expanded = TWICE(plain, 1) + default_order();
        }
#pragma omp for
        for (int i = 0; i < 8; i++)
            loop[i] = plain(i);
    }
    CHECK(alone == 4);
    CHECK(in_region == 101);
    CHECK(best == 2001);
    CHECK(of_function == 1 + 1001);
    CHECK(nested == 10 * 102 + 201);
    CHECK(through == 1);
    CHECK(expanded == 2 * 101 + 1);
    CHECK(loop[3] == 203);
    {
        /* Another function of the same name. */
        int (*plain)(int) = orphaned;
        int result = 0;
#pragma omp parallel num_threads(1)
        result = plain(1);
        CHECK(result == 1 + 1001);
    }
    return check_result("declare variant");
}
