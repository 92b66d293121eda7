/*
 * What omp_get_schedule tells of run-sched-var, which the runtime keeps in words of its own (team.h).
 */
#ifndef GPUMP_CUDA_SCHEDULES_H
#define GPUMP_CUDA_SCHEDULES_H

#include "either.h"
#include "team.h"

/* Where no chunk was named, 0, but 1 of dynamic schedules. What nobody has set is told as libgomp's is: dynamic. */
template <class Kind>
static inline GPUMP_EITHER void gpump_tell_schedule(int schedule, unsigned long long chunk, Kind *kind, int *chunk_size)
{
    switch (schedule) {
    case GPUMP_STATIC:
    case GPUMP_STATIC_CHUNK: *kind = Kind(1); break;
    case GPUMP_GUIDED: *kind = Kind(3); break;
    case GPUMP_AUTO: *kind = Kind(4); break;
    default: *kind = Kind(2);
    }
    *chunk_size = schedule == GPUMP_STATIC ? 0 : chunk > 0x7fffffff ? 1 : (int)chunk;
}

#endif
