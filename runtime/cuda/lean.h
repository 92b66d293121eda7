/*
 * Lean regions: those whose threads ask nothing of their team but how many they are.
 *
 *     __global__ void f_parallel0(gpump_team_t gpump_team, f_parallel0_t shared, float *const __restrict__ a)
 *     {
 *         if (!gpump_enter_lean(gpump_team))
 *             return;
 *         const int n = shared.n;
 *         for (int i : gpump_for(gpump_team, gpump_range<int>(0, '<', n, 1)))
 *             a[i] = 2 * a[i];
 *     }
 *     GPUMP_REGION(f_parallel0, f_parallel0_t, "f.c", 12, ...);
 *     GPUMP_REGION_IS_LEAN(f_parallel0, 0);
 *
 * What they need of the team is read from the kernel's parameter. So there is no team in the block's shared memory, nothing is
 * copied there and nobody waits for it: a kernel begins with one comparison, as one that is written by hand does. No function
 * that such a region calls may look for the team, nor may anything in it but what stands in this file: no barrier, no
 * construct that hands out work while it runs, no critical section's end but that of a lock, none of omp.h's routines that tell
 * of the team. The emulator stops a program that tries.
 *
 * The region's reductions stand at its end, numbered from 0, and GPUMP_REGION_IS_LEAN says how many there are:
 *
 *         gpump_result_add(gpump_team, 0, shared.sum, sum);
 *
 * A little shared memory is for these. Where nobody can tell how many threads a team has, the host may be told how many
 * iterations there are (region.h); then it launches as many threads as these keep busy.
 */
#ifndef GPUMP_CUDA_LEAN_H
#define GPUMP_CUDA_LEAN_H

#include "groups.h"
#include "loops.h"
#include "nests.h"
#include "reduce.h"

/* False for the threads beyond the team's last. Of a grid of several dimensions all threads are in the team. */
static inline __device__ bool gpump_enter_lean(const gpump_team_t &team)
{
    return gpump_grid_thread() < team.size;
}

static inline __device__ unsigned int gpump_thread(const gpump_team_t &)
{
    return gpump_grid_thread();
}

static inline __device__ unsigned int gpump_threads(const gpump_team_t &team)
{
    return team.size;
}

static inline __device__ gpump_share_t gpump_share(const gpump_team_t &team)
{
    return {gpump_grid_thread(), team.size, team.is_whole != 0, team.is_grid != 0,
            team.iterations,     team.each, team.longer,        team.rows};
}

/* ---- Loops ------------------------------------------------------------------------------------------------- */

template <class T>
static inline __device__ gpump_spread_t<T, GPUMP_CYCLIC> gpump_for(const gpump_team_t &team, const gpump_range<T> &range)
{
    return gpump_spread_t<T, GPUMP_CYCLIC>(range, gpump_share(team));
}

template <class T>
static inline __device__ gpump_spread_t<T, GPUMP_STATIC> gpump_for_static(const gpump_team_t &team,
                                                                          const gpump_range<T> &range)
{
    return gpump_spread_t<T, GPUMP_STATIC>(range, gpump_share(team));
}

/* Loops that are shared out together: the only ones that a grid of several dimensions is for. */
template <class Condition, class T, class... Inner>
static inline __device__ auto gpump_for_nest(const gpump_team_t &team, const Condition &independent,
                                             const gpump_range<T> &outer, const Inner &...inner)
{
    return gpump_nest_for(gpump_share(team), independent, outer, inner...);
}

template <class T, class... Inner>
static inline __device__ gpump_group_t<T> gpump_group_for(const gpump_team_t &team, const gpump_range<T> &range,
                                                          const Inner &...inner)
{
    return gpump_group_of(range, inner..., gpump_share(team));
}

/* ---- Reductions -------------------------------------------------------------------------------------------- */

/* In place of a gpump_meeting_t. The shared memory has a word, and the two sets. */
class gpump_lean_meeting_t {
public:
    const gpump_team_t &team;
    const unsigned int number;
    unsigned int set; /* A block that is not alone uses both for one reduction, with barriers behind each. */

    __device__ gpump_work_t *work() const { return &team.state->works[number % GPUMP_WORKS]; }
    __device__ unsigned int &is_last() const { return *reinterpret_cast<unsigned int *>(gpump_shared_bytes()); }
    __device__ unsigned char *next_partials()
    {
        unsigned char *partials = gpump_shared_bytes() + 16 + set * GPUMP_WARPS(blockDim.x) * GPUMP_PARTIAL_BYTES;
        set ^= 1;
        return partials;
    }
};

#define GPUMP_LEAN_RESULT(name, operation)                                                                            \
    template <class T, class V>                                                                                       \
    static inline __device__ void gpump_result_##name(const gpump_team_t &team, unsigned int number, T *original, V value) \
    {                                                                                                                 \
        gpump_lean_meeting_t meeting = {team, number, gridDim.x == 1 ? number & 1 : 0};                               \
        gpump_reduce_all<gpump_op_##name, operation, false>(meeting, original, (T)value);                                   \
    }
GPUMP_LEAN_RESULT(add, GPUMP_ADD)
GPUMP_LEAN_RESULT(mul, GPUMP_MUL)
GPUMP_LEAN_RESULT(and, GPUMP_AND)
GPUMP_LEAN_RESULT(or, GPUMP_OR)
GPUMP_LEAN_RESULT(xor, GPUMP_XOR)
GPUMP_LEAN_RESULT(logical_and, GPUMP_LOGICAL_AND)
GPUMP_LEAN_RESULT(logical_or, GPUMP_LOGICAL_OR)

#endif
