/*
 * The value of the last assignment (OpenMP 5.0, 2.19.4.5).
 *
 *     #pragma omp for lastprivate(conditional: x)
 *     for (i = 0; i < n; i++)
 *         if (fits(i))
 *             x = i;
 *
 * becomes
 *
 *     unsigned long long gpump_by_x = 0;
 *     const auto gpump_space = gpump_range<int>(0, '<', n, 1);
 *     for (int i : gpump_for(gpump_space)) {
 *         const unsigned long long gpump_iteration = gpump_space.number(i) + 1;
 *         if (fits(i))
 *             gpump_assigned(x, gpump_by_x, gpump_iteration) = i;
 *     }
 *     gpump_keep_last(gpump_original_x, x, gpump_by_x);
 */
#ifndef GPUMP_CUDA_CONDITIONAL_H
#define GPUMP_CUDA_CONDITIONAL_H

#include "loops.h"

/* A copy that is assigned to, in an iteration or a section of this number, from 1. */
template <class T>
static inline __device__ T &gpump_assigned(T &copy, unsigned long long &by, unsigned long long number)
{
    by = number;
    return copy;
}

/* Behind the loop: the copy that was assigned to by the last of the team goes into the original. `by` is 0 where none was. */
template <class T, class C>
static inline __device__ void gpump_keep_last(T &original, const C &copy, unsigned long long by)
{
    if (gpump_self()->level != 0) { /* this thread has run all iterations */
        if (by != 0)
            original = copy;
        return;
    }
    gpump_work_t *work = gpump_next_work();
    while (by > gpump_load(&work->next)) {
        if (atomicCAS(&work->turn, 0ull, 1ull) != 0) {
            gpump_pause();
            continue;
        }
        __threadfence();
        if (by > gpump_load(&work->next)) {
            original = copy;
            __threadfence();
            gpump_store(&work->next, by);
        }
        __threadfence();
        gpump_store(&work->turn, 0ull);
    }
    gpump_leave_loop(work, gpump_threads());
}

#endif
