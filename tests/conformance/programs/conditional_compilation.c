/*
 * Conditional compilation (2.2): _OPENMP is the date of a specification, and
 * what depends on it is there.
 *
 * cross: #ifdef _OPENMP // first => #ifdef NOT_OPENMP
 * cross: #if defined(_OPENMP) && _OPENMP >= 200505 // second => #if 0
 */
#ifdef _OPENMP // first
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
static int omp_get_num_threads(void) { return 1; }
#endif
#include "check.h"

static int share(int n)
{
    int k, sum = 0;
#if defined(_OPENMP) && _OPENMP >= 200505 // second
#pragma omp for
#else
    sum = 1;
#endif
    for (k = 0; k < n; k++)
        sum++;
    return sum;
}

int main(void)
{
    int total = 0, threads = 0, last = 0;
    long date = 0;

#ifdef _OPENMP
    date = _OPENMP;
#endif
    CHECK(date >= 200505 && date / 100 < 2100 && date % 100 >= 1 && date % 100 <= 12);
#pragma omp parallel reduction(+ : total, threads, last) num_threads(3)
    {
        total += share(30);
        threads += omp_get_num_threads();
        last += omp_get_thread_num();
    }
    CHECK(total == 30);
    CHECK(threads == 9);
    CHECK(last == 3);
    return check_result("conditional compilation");
}
