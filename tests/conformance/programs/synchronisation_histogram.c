/*
 * One histogram counted in four ways: by atomic, by critical, by a lock for
 * each bin, and by private ones that are added at the end.
 *
 * cross: #pragma omp atomic // bins
 * cross: #pragma omp critical(merge)
 * crossed with: -DN=500000 -DROUNDS=60
 */
#include <omp.h>
#include "check.h"

#define BINS 4
#ifndef N
#define N 20000
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static int bin_of(int k)
{
    return k / 7 % BINS;
}

int main(void)
{
    long by_atomic[BINS] = {0}, by_critical[BINS] = {0}, by_lock[BINS] = {0}, merged[BINS] = {0}, expected[BINS] = {0};
    omp_lock_t locks[BINS];
    int k;

    for (k = 0; k < N; k++)
        expected[bin_of(k)]++;
    for (k = 0; k < BINS; k++)
        omp_init_lock(&locks[k]);
#pragma omp parallel num_threads(4)
    {
        long own[BINS] = {0};
        int i, round;

        for (round = 0; round < ROUNDS; round++) {
#pragma omp for schedule(static, 1)
            for (i = 0; i < N; i++) {
#pragma omp atomic // bins
                by_atomic[bin_of(i)]++;
            }
        }
#pragma omp for schedule(static, 1)
        for (i = 0; i < N; i++) {
            int bin = bin_of(i);
#pragma omp critical
            by_critical[bin]++;
        }
#pragma omp for schedule(static, 1)
        for (i = 0; i < N; i++) {
            int bin = bin_of(i);
            omp_set_lock(locks + bin);
            ++by_lock[bin];
            omp_unset_lock(locks + bin);
        }
#pragma omp for nowait
        for (i = 0; i < N; i++)
            own[bin_of(i)]++;
#pragma omp critical(merge)
        for (i = 0; i < BINS; i++) {
            long before = merged[i];
            double until = omp_get_wtime() + 0.001;
            while (omp_get_wtime() < until)
                continue;
            merged[i] = before + own[i];
        }
    }
    for (k = 0; k < BINS; k++) {
        CHECK(by_atomic[k] == ROUNDS * expected[k]);
        CHECK(by_critical[k] == expected[k]);
        CHECK(by_lock[k] == expected[k]);
        CHECK(merged[k] == expected[k]);
        omp_destroy_lock(&locks[k]);
    }
    return check_result("histogram");
}
