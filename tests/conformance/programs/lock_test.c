/*
 * omp_test_lock (3.3.5): takes the lock where it is free, and says whether it
 * did; it does not wait.
 *
 * cross: while (!omp_test_lock(&lock)) => if (0)
 * cross: omp_set_lock(&lock); // keeps => ;
 */
#include <omp.h>
#include "check.h"

static omp_lock_t lock;
static int failures;

int main(void)
{
    int counter = 0, held = 0, free_again = 0;

    omp_init_lock(&lock);
    CHECK(omp_test_lock(&lock) != 0);
    omp_unset_lock(&lock);

#pragma omp parallel num_threads(4)
    {
        int k;
        for (k = 0; k < 5; k++) {
            int before;
            double until;

            while (!omp_test_lock(&lock)) {
#pragma omp atomic
                failures++;
            }
            before = counter;
            until = omp_get_wtime() + 0.0005;
            while (omp_get_wtime() < until)
                continue;
            counter = before + 1;
            omp_unset_lock(&lock);
        }
    }
    CHECK(counter == 20);

    /* the others find it taken while thread 0 has it */
#pragma omp parallel num_threads(4) reduction(+ : held, free_again)
    {
        if (omp_get_thread_num() == 0)
            omp_set_lock(&lock); // keeps
#pragma omp barrier
        if (omp_get_thread_num() != 0) {
            int got = omp_test_lock(&lock);
            if (got)
                omp_unset_lock(&lock);
            held += !got;
        }
#pragma omp barrier
        if (omp_get_thread_num() == 0)
            omp_unset_lock(&lock);
#pragma omp barrier
#pragma omp critical
        if (omp_test_lock(&lock)) {
            free_again++;
            omp_unset_lock(&lock);
        }
    }
    CHECK(held == 3);
    CHECK(free_again == 4);
    omp_destroy_lock(&lock);
    return check_result("omp_test_lock");
}
