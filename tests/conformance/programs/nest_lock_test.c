/*
 * omp_test_nest_lock (3.3.5): the new nesting count, or 0 where another has
 * the lock.
 *
 * cross: omp_test_nest_lock(&lock) // third => 2
 * cross: omp_set_nest_lock(&lock); // keeps
 */
#include <omp.h>
#include "check.h"

static int nest(omp_nest_lock_t *lock, int times)
{
    int count = 0;

    while (times-- > 0)
        count = omp_test_nest_lock(lock);
    return count;
}

int main(void)
{
    omp_nest_lock_t lock;
    int k, refused = 0, counts = 0;

    omp_init_nest_lock(&lock);
    CHECK(omp_test_nest_lock(&lock) == 1);
    CHECK(omp_test_nest_lock(&lock) == 2);
    k = omp_test_nest_lock(&lock) // third
        ;
    CHECK(k == 3);
    omp_unset_nest_lock(&lock);
    CHECK(nest(&lock, 2) == 4);
    for (k = 0; k < 4; k++)
        omp_unset_nest_lock(&lock);

#pragma omp parallel private(k) reduction(+ : refused, counts) num_threads(4)
    {
        if (omp_get_thread_num() == 3) {
            omp_set_nest_lock(&lock); // keeps
            counts += nest(&lock, 4);
        }
#pragma omp barrier
        if (omp_get_thread_num() != 3)
            refused += omp_test_nest_lock(&lock) == 0;
#pragma omp barrier
        if (omp_get_thread_num() == 3)
            for (k = 0; k < 5; k++)
                omp_unset_nest_lock(&lock);
#pragma omp barrier
#pragma omp critical
        {
            counts += 100 * nest(&lock, 2);
            omp_unset_nest_lock(&lock);
            omp_unset_nest_lock(&lock);
        }
    }
    CHECK(refused == 3);
    CHECK(counts == 5 + 800);
    omp_destroy_nest_lock(&lock);
    return check_result("omp_test_nest_lock");
}
