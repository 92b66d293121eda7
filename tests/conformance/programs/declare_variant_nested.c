/*
 * begin declare variant within another (5.2, 7.5.5): what is around has to fit, too, and of one set its traits come behind the own ones; of
 * what does not fit nothing is read.
 *
 * resolved: gcc 12 does not know it
 * cross: match(construct={parallel}) => match(construct={teams})
 * cross: implementation={vendor(gnu)} => device={kind(host)}, user={condition(0)}
 * cross: match(device={kind(host)}) => match(device={kind(nohost)})
 */
#include "check.h"

#ifdef _OPENMP
#define WITH(openmp, other) openmp
#else
#define WITH(openmp, other) other
#endif

static int plain(int x) { return x; }
static int gnu(int x) { return x; }
static int inner(int x) { return x; }
static int gpu(int x) { return x; }
int shared_out(int x);

#ifdef _OPENMP
#pragma omp begin declare variant match(construct={parallel})
static int plain(int x) { return x + 100; }
#pragma omp begin declare variant match(implementation={vendor(gnu)})
extern int gnu(int x) { return x + 200; }
#pragma omp begin declare variant match(device={kind(host)})
int inner(int x) { return x + 300; }
#pragma omp end declare variant
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(gpu)})
static int gpu(int x) { return not_read(x); }
#pragma omp begin declare variant match(implementation={vendor(arm)})
static int plain(int x) { return not_read(x); }
#pragma omp end declare variant
#pragma omp end declare variant
#pragma omp begin declare variant match(construct={for})
int shared_out(int x) { return x + 400; }
#pragma omp end declare variant
#pragma omp end declare variant
#endif

int shared_out(int x) { return x; }

int main(void)
{
    int in_region[5] = { 0 };

    CHECK(plain(1) == 1 && gnu(1) == 1 && inner(1) == 1 && gpu(1) == 1 && shared_out(1) == 1);
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        in_region[0] = plain(1);
        in_region[1] = gnu(1);
        in_region[2] = inner(1);
        in_region[3] = gpu(1);
    }
    /* `for` in front of `parallel` is what this one asks for. */
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 1; i++)
        in_region[4] = shared_out(1);
    CHECK(in_region[0] == WITH(101, 1));
    CHECK(in_region[1] == WITH(201, 1));
    CHECK(in_region[2] == WITH(301, 1));
    CHECK(in_region[3] == 1);
    CHECK(in_region[4] == 1);
    return check_result("begin declare variant");
}
