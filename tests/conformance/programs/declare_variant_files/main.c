/*
 * begin declare variant (5.1, 2.3.5) in two files: each has a variant of its own of a function that both call.
 *
 * resolved: gcc 12 does not know it
 * cross: match(construct={parallel}) => match(construct={teams})
 */
#include "check.h"
#include "part.h"

#ifdef _OPENMP
#pragma omp begin declare variant match(construct={parallel})
int plain(int x) { return x + 100; }
#pragma omp end declare variant
#endif

int plain(int x) { return x; }

int main(void)
{
    int here = 0, there = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    here = plain(1);
    there = elsewhere(1);
    CHECK(here == WITH(101, 1));
    CHECK(there == WITH(201, 1));
    CHECK(plain(1) == 1);
    return check_result("begin declare variant in two files");
}
