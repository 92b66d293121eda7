/*
 * dispatch (5.1, 2.3.6; 5.2, 7.6), begin declare variant (5.2, 7.5.5) and conditions that the running program decides: which variant is
 * called depends on the construct around the call, and on what novariants and nocontext say.
 *
 * resolved: gcc 12 does not know it
 * cross: #pragma omp dispatch // counts
 * cross: novariants(1)
 * cross: novariants(n > 2)
 * cross: nocontext(n > 2)
 * cross refused: append_args(interop(targetsync), interop(target))
 * cross: match(device={kind(host)}) => match(device={kind(nohost)})
 * cross: match(user={condition(fast)}) => match(user={condition(!fast)})
 * cross: match(construct={simd}) => match(construct={target})
 * cross: device(1) => device(0)
 */
#include "check.h"

#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_default_device(void) { return 0; }
#endif

#ifdef _OPENMP
#define VARIANT(x) (x)
#else
#define VARIANT(x) 0
#endif

typedef void *object_t;

int in_dispatch(int x, int *p);
int in_dispatch(int x, int *p) { return *p + 100 + x; }
int in_parallel(int x, int *p);
int in_parallel(int x, int *p) { return *p + 200 + x; }
#pragma omp declare variant(in_parallel) match(construct={parallel})
#pragma omp declare variant(in_dispatch) match(construct={dispatch}) adjust_args(need_device_ptr: p) adjust_args(nothing: x)
int plain(int x, int *p);
int plain(int x, int *p) { return *p + x; }

int with_objects(int x, object_t first, object_t second);
int with_objects(int x, object_t first, object_t second) { return 300 + x + (first != second); }
#pragma omp declare variant(with_objects) match(construct={dispatch}) append_args(interop(targetsync), interop(target))
int without(int x);
int without(int x) { return x; }

static int fast;
int quick(int x);
int quick(int x) { return 400 + x; }
#pragma omp declare variant(quick) match(user={condition(fast)})
int slow(int x);
int slow(int x) { return x; }

int vectorised(int x);
int vectorised(int x) { return 500 + x; }
#pragma omp declare variant(vectorised) match(construct={simd})
int single(int x);
int single(int x) { return x; }

int default_device(int x);
int default_device(int x) { return 10 * omp_get_default_device() + x; }

#ifdef _OPENMP
#pragma omp begin declare variant match(device={kind(host)})
static int delimited(int x) { return 600 + x; }
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(gpu)})
static int delimited(int x) { return there_is_none_on_the_host(x)->size; }
#pragma omp end declare variant
#endif
static int delimited(int x);

int main(void)
{
    int n, zero = 0, alone = -1, inside = -1, novariants = -1, objects = -1, result = -1, lanes[8], of_region = 0;

    CHECK(plain(1, &zero) == 1);
#pragma omp dispatch // counts
    alone = plain(1, &zero);
    CHECK(alone == VARIANT(100) + 1);
#pragma omp dispatch novariants(1)
    alone = plain(2, &zero);
    CHECK(alone == 2);
    for (n = 2; n < 4; n++) {
#pragma omp dispatch novariants(n > 2) depend(inout : alone)
        alone = plain(n, &zero);
        CHECK(alone == (n > 2 ? n : VARIANT(100) + n));
#pragma omp dispatch nocontext(n > 1) is_device_ptr(zero)
        plain(1, &zero);
        if (n > 1)
#pragma omp dispatch nocontext(n > 2) nowait
            alone = plain(n, &zero);
        else
            alone = -1;
        CHECK(alone == (n > 2 ? n : VARIANT(100) + n));
    }
#pragma omp dispatch // counts
    objects = without(without(1));
    CHECK(objects == VARIANT(300) + 1);
#pragma omp dispatch device(1)
    alone = default_device(2);
    CHECK(alone == VARIANT(10) + 2 && default_device(1) == 1);

#pragma omp parallel num_threads(2)
    {
#pragma omp single
        {
#pragma omp dispatch // counts
            inside = plain(1, &zero);
#pragma omp dispatch nocontext(n > 2)
            novariants = plain(1, &zero);
            of_region = delimited(1) + single(1);
        }
#pragma omp for simd
        for (int i = 0; i < 8; i++)
            lanes[i] = single(i);
    }
    CHECK(inside == VARIANT(100) + 1 && novariants == VARIANT(200) + 1);
    CHECK(of_region == VARIANT(600) + 2);
    CHECK(lanes[3] == VARIANT(500) + 3);

    for (fast = 0; fast < 2; fast++) {
#pragma omp parallel num_threads(2)
#pragma omp single
        result = slow(slow(1)) + slow(2);
        CHECK(result == 1 + 2 + fast * VARIANT(3 * 400));
    }
    return check_result("dispatch");
}

static int delimited(int x) { return x; }
