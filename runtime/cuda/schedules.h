/*
 * What omp_get_schedule tells of run-sched-var, which the runtime keeps in words of its own (team.h).
 */
#ifndef GPUMP_CUDA_SCHEDULES_H
#define GPUMP_CUDA_SCHEDULES_H

#include "either.h"
#include "team.h"

/* Where no chunk was named, 0, but that of a cyclic loop. */
template <class Kind>
static inline GPUMP_EITHER void gpump_tell_schedule(int schedule, unsigned long long chunk, Kind *kind, int *chunk_size)
{
    *kind = schedule == GPUMP_DYNAMIC ? Kind(2) : schedule == GPUMP_GUIDED ? Kind(3) : Kind(1);
    *chunk_size = schedule == GPUMP_STATIC ? 0 : schedule == GPUMP_CYCLIC || chunk > 0x7fffffff ? 1 : (int)chunk;
}

#endif
