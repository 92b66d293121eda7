/* The other file. */
#include "part.h"

#ifdef _OPENMP
#pragma omp begin declare variant match(construct={parallel})
int plain(int x) { return x + 200; }
#pragma omp end declare variant
#endif

int elsewhere(int x)
{
    int result = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    result = plain(x);
    return result;
}
