/*
 * critical (specification, 2.7.2) and the locks (3.3), on the device.
 *
 * A lock is a word that is 0 while nobody has it, and otherwise the number of the thread that has it, plus 1. Thread
 * 0 of a team is the thread that met the region, so a lock that the host set may be unset in the region by it.
 *
 * Whoever waits spins. That threads of one warp stand on either side of a lock does no harm, for they make progress
 * independently (threads.h). Hundreds of thousands that look at one word keep its owner from writing it, so the pause
 * grows, but never beyond what the thread has waited already. The fences make what one thread wrote under the lock seen by the next.
 *
 * A critical section's name is one all over the program. Its lock is a common variable of all device files where
 * they are compiled for linking (-rdc=true), and the one file's own where there is but one.
 *
 *     GPUMP_CRITICAL(name);                        at file scope
 *     gpump_lock(&gpump_critical_name);
 *     ...
 *     gpump_unlock(&gpump_critical_name);
 */
#ifndef GPUMP_CUDA_LOCKS_H
#define GPUMP_CUDA_LOCKS_H

#include "threads.h"

/* A device variable that all files of the program have in common. */
#if defined(GPUMP_EMULATOR)
#define GPUMP_COMMON inline
#elif defined(__CUDACC_RDC__)
#define GPUMP_COMMON inline __device__
#else
#define GPUMP_COMMON static __device__
#endif

typedef unsigned int gpump_lock_t;

#define GPUMP_CRITICAL(name) GPUMP_COMMON gpump_lock_t gpump_critical_##name

/* The critical construct without a name. No C name begins with a digit, so no program's clashes. */
GPUMP_COMMON gpump_lock_t gpump_unnamed_critical;

static inline __device__ bool gpump_try_lock(gpump_lock_t *lock)
{
    if (gpump_is_private(lock)) {
        bool free = *lock == 0;
        *lock = gpump_grid_thread() + 1;
        return free;
    }
    if (atomicCAS(lock, 0u, gpump_grid_thread() + 1) != 0)
        return false;
    __threadfence();
    return true;
}

static inline __device__ void gpump_lock(gpump_lock_t *lock)
{
    unsigned int nanoseconds = 32;
    while (!gpump_try_lock(lock)) {
        do {
            __nanosleep(nanoseconds);
            nanoseconds = nanoseconds < 16384 ? nanoseconds * 2 : nanoseconds;
        } while (gpump_load(lock) != 0);
    }
}

static inline __device__ void gpump_unlock(gpump_lock_t *lock)
{
    if (gpump_is_private(lock)) {
        *lock = 0;
        return;
    }
    __threadfence();
    atomicExch(lock, 0u);
}

#endif
