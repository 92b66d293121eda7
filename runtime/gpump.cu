/*
 * The host's side of the runtime: data (gpump_transfer.h, gpump_alloc_list.h), teams (gpump_team.h), and the
 * library routines as they are called outside parallel regions, where a team has one thread (thesis, 8.3).
 */
#ifndef GPUMP_CU
#define GPUMP_CU

#include <gpump_all.h>
#include <gpump_team.h>
#include <gpump_transfer.h>

inline int gpump_get_num_threads()
{
    return 1;
}

inline int gpump_get_thread_num()
{
    return 0;
}

inline int gpump_in_parallel()
{
    return 0;
}

inline int gpump_is_master()
{
    return 1;
}

inline void gpump_barrier() {}

inline int gpump_test_lock(gpump_lock_t *lock)
{
    if (*lock != GPUMP_UNLOCKED)
        return 0;
    *lock = gpump_get_thread_num();
    return 1;
}

/* In seconds, since the first call. */
inline double gpump_get_wtime()
{
    static unsigned int timer = 0;
    if (!timer) {
        cutCreateTimer(&timer);
        cutStartTimer(timer);
    }
    return 0.001 * cutGetTimerValue(timer);
}

#endif
