/*
 * OMP_NUM_THREADS (4.2): the size of a team without a num_threads clause,
 * until omp_set_num_threads says another.
 *
 * environment: OMP_NUM_THREADS=5
 * environment: OMP_NUM_THREADS=1
 * environment: OMP_NUM_THREADS=12 OMP_DYNAMIC=false
 * cross: parallel reduction(+ : size) => parallel reduction(+ : size) num_threads(2)
 * cross: for reduction(+ : seen) => for reduction(+ : seen) num_threads(2)
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

static int count(void)
{
    int size = 0;
#pragma omp parallel reduction(+ : size)
    size++;
    return size;
}

int main(void)
{
    const char *setting = getenv("OMP_NUM_THREADS");
    int wanted = setting ? atoi(setting) : 0, seen = 0, i;

    CHECK(omp_get_max_threads() == wanted);
    CHECK(count() == wanted);
#pragma omp parallel for reduction(+ : seen) schedule(static, 1)
    for (i = 0; i < wanted; i++)
        seen += omp_get_num_threads() * (omp_get_thread_num() == i);
    CHECK(seen == wanted * wanted);
    omp_set_num_threads(wanted + 1);
    CHECK(count() == wanted + 1);
    return check_result("OMP_NUM_THREADS");
}
