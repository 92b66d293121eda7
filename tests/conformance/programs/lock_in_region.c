/*
 * Locks made and destroyed within a region (3.3), and one taken on the host that
 * thread 0 gives back in a region.
 *
 * cross: omp_set_lock(bucket); => ;
 * cross: omp_unset_lock(&door); // opens => ;
 */
#include <omp.h>
#include <stdlib.h>
#include "check.h"

#define BUCKETS 5

static int counts[BUCKETS];

static void count(omp_lock_t *bucket, int which)
{
    int before;
    double until = 0;

    omp_set_lock(bucket);
    before = counts[which];
    until = omp_get_wtime() + 0.0002;
    while (omp_get_wtime() < until)
        ;
    counts[which] = before + 1;
    omp_unset_lock(bucket);
}

int main(void)
{
    omp_lock_t *locks = malloc(BUCKETS * sizeof *locks), door;
    int i, wrong = 0;

#pragma omp parallel num_threads(4)
    {
        int k;
#pragma omp for
        for (k = 0; k < BUCKETS; k++)
            omp_init_lock(locks + k);
#pragma omp for schedule(dynamic, 1)
        for (k = 0; k < 100; k++)
            count(&locks[k / 4 % BUCKETS], k / 4 % BUCKETS);
#pragma omp single
        for (k = 0; k < BUCKETS; k++)
            omp_destroy_lock(&locks[k]);
    }
    for (i = 0; i < BUCKETS; i++)
        CHECK(counts[i] == 100 / BUCKETS);
    free(locks);

    omp_init_lock(&door);
    omp_set_lock(&door);
#pragma omp parallel num_threads(3) reduction(+ : wrong)
    {
        if (omp_get_thread_num() > 0)
            wrong += omp_test_lock(&door);
#pragma omp barrier
#pragma omp master
        omp_unset_lock(&door); // opens
#pragma omp barrier
        if (omp_get_thread_num() == 2) {
            wrong += !omp_test_lock(&door);
            omp_unset_lock(&door);
        }
    }
    CHECK(wrong == 0);
    omp_destroy_lock(&door);
    return check_result("locks in regions");
}
