/*
 * Bare regions: those whose threads ask nothing of their team but how many they are.
 *
 *     __global__ void f_parallel0(gpump_team_t gpump_team, f_parallel0_t shared, float *const __restrict__ a)
 *     {
 *         if (!gpump_enter_bare(gpump_team))
 *             return;
 *         const int n = shared.n;
 *         for (int i : gpump_for(gpump_team, gpump_range<int>(0, '<', n, 1)))
 *             a[i] = 2 * a[i];
 *     }
 *     GPUMP_REGION(f_parallel0, f_parallel0_t, .file = "f.c", .line = 12, .kernel = gpump_kernel<f_parallel0>, .is_bare = true, ...);
 *
 * What they need of the team is read from the kernel's parameter. So there is no team in the block's shared memory, nothing is
 * copied there and nobody waits for it: a kernel begins with one comparison, as one that is written by hand does. No function
 * that such a region calls may look for the team, nor may anything in it but what stands in this file: no construct that
 * hands out work while it runs, no critical section's end but that of a lock, none of omp.h's routines that tell of the team.
 * The emulator stops a program that tries.
 *
 * Reductions are numbered from 0, each is met once, and `.reductions` says how many there are. Those of loops and
 * sections combine with the original on the device, those that nobody looks at before the region has ended on the host:
 *
 *         gpump_reduce_add(gpump_team, 0, &gpump_original_sum, sum);
 *         gpump_result_add(gpump_team, 1, shared.count, count);
 *
 * A little shared memory is for these. Where nobody can tell how many threads a team has, the host may be told how many
 * iterations there are (region.h); then it launches as many threads as these keep busy.
 */
#ifndef GPUMP_CUDA_LEAN_H
#define GPUMP_CUDA_LEAN_H

#include "uneven.h"
#include "groups.h"
#include "loops.h"
#include "nests.h"
#include "reduce.h"
#include "sections.h"

/* False for the threads beyond the team's last. Of a grid of several dimensions all threads are in the team. */
static inline __device__ bool gpump_enter_bare(const gpump_team_t &team)
{
    if (gpump_grid_thread() >= team.size)
        return false;
#ifdef GPUMP_EMULATOR
    gpump_emulator_joins_team();
#endif
    return true;
}

static inline __device__ unsigned int gpump_thread(const gpump_team_t &)
{
    return gpump_grid_thread();
}

static inline __device__ unsigned int gpump_threads(const gpump_team_t &team)
{
    return team.size;
}

/* As in a region that has a team. One that waits like this is not independent (region.h). */
static inline __device__ void gpump_barrier(const gpump_team_t &team)
{
    if (gridDim.x == 1)
        gpump_block_barrier();
    else
        gpump_grid_barrier(&team.state->barrier);
}

static inline __device__ bool gpump_master(const gpump_team_t &)
{
    return gpump_grid_thread() == 0;
}

static inline __device__ bool gpump_masked(const gpump_team_t &, int thread)
{
    return (int)gpump_grid_thread() == thread;
}

/* It is open which thread runs it (2.5.3), also with nowait. */
static inline __device__ bool gpump_single(const gpump_team_t &)
{
    return gpump_grid_thread() == 0;
}

static inline __device__ bool gpump_section(const gpump_team_t &team, unsigned int number, unsigned int count)
{
    return gpump_is_section_of(gpump_grid_thread(), team.size, number, count);
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

template <class T>
static inline __device__ gpump_for_t<T, GPUMP_STATIC_CHUNK, false>
gpump_for_static_chunk(const gpump_team_t &team, const gpump_range<T> &range, unsigned long long chunk)
{
    return gpump_for_t<T, GPUMP_STATIC_CHUNK, false>(range, chunk, gpump_share(team));
}

/* Loops that are shared out together: the only ones that a grid of several dimensions is for. */
template <class Condition, class T, class... Inner>
static inline __device__ auto gpump_for_nest(const gpump_team_t &team, const Condition &independent,
                                             const gpump_range<T> &outer, const Inner &...inner)
{
    return gpump_nest_for(gpump_share(team), independent, outer, inner...);
}

template <class T, class... Inner>
static inline __device__ auto gpump_group_if(const gpump_team_t &team, bool are_apart, const gpump_range<T> &range,
                                             const Inner &...inner)
{
    return gpump_group_of<false>(are_apart, gpump_share(team), range, inner...);
}

template <class T, class... Inner>
static inline __device__ auto gpump_column_if(const gpump_team_t &team, bool are_apart, const gpump_range<T> &range,
                                              const Inner &...inner)
{
    return gpump_group_of<true>(are_apart, gpump_share(team), range, inner...);
}

template <class T, class... Inner>
static inline __device__ auto gpump_group_for(const gpump_team_t &team, const gpump_range<T> &range, const Inner &...inner)
{
    return gpump_group_of<false>(true, gpump_share(team), range, inner...);
}

/* ---- Reductions -------------------------------------------------------------------------------------------- */

/* In place of a gpump_meeting_t. The shared memory has a word, and the two sets. */
class gpump_bare_meeting_t {
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

#define GPUMP_LEAN_REDUCTION(function, name, operation)                                                               \
    template <class T, class V>                                                                                       \
    static inline __device__ void function(const gpump_team_t &team, unsigned int number, T *original, V value)       \
    {                                                                                                                 \
        gpump_bare_meeting_t meeting = {team, number, gridDim.x == 1 ? number & 1 : 0};                               \
        gpump_reduce_all<gpump_op_##name, operation, false>(meeting, original, (T)value);                                   \
    }
#define GPUMP_LEAN_REDUCTIONS(name, operation)                                                                        \
    GPUMP_LEAN_REDUCTION(gpump_result_##name, name, operation)                                                        \
    GPUMP_LEAN_REDUCTION(gpump_reduce_##name, name, -1)
GPUMP_LEAN_REDUCTIONS(add, GPUMP_ADD)
GPUMP_LEAN_REDUCTIONS(mul, GPUMP_MUL)
GPUMP_LEAN_REDUCTIONS(and, GPUMP_AND)
GPUMP_LEAN_REDUCTIONS(or, GPUMP_OR)
GPUMP_LEAN_REDUCTIONS(xor, GPUMP_XOR)
GPUMP_LEAN_REDUCTIONS(logical_and, GPUMP_LOGICAL_AND)
GPUMP_LEAN_REDUCTIONS(logical_or, GPUMP_LOGICAL_OR)
GPUMP_LEAN_REDUCTIONS(max, GPUMP_MAX)
GPUMP_LEAN_REDUCTIONS(min, GPUMP_MIN)

/* ---- Sums of all threads ----------------------------------------------------------------------------------- */

/* The block's threads add up their values, and one of them adds the sum atomically. Apart, because it is long, and such updates
   stand in short loops, which compilers unroll. */
template <class T> GPUMP_APART void gpump_add_of_block(T *x, T value, unsigned int threads)
{
    const unsigned int warp = threadIdx.x / GPUMP_WARP, warps = GPUMP_WARPS(threads);
    const unsigned int rest = threads - warp * GPUMP_WARP;
    T *partials = reinterpret_cast<T *>(gpump_shared_bytes() + 16);
    value = gpump_reduce_warp<gpump_op_add>(value, rest, rest);
    if (warps > 1) {
        if (threadIdx.x % GPUMP_WARP == 0)
            partials[warp] = value;
        gpump_block_barrier();
        if (warp == 0)
            value = gpump_reduce_warp<gpump_op_add>(partials[threadIdx.x < warps ? threadIdx.x : 0], warps, GPUMP_WARP);
    }
    if (threadIdx.x == 0)
        gpump_atomic_add(x, value);
    if (warps > 1) /* or the next values would come upon these */
        gpump_block_barrier();
}

/* An update `*x += value` that each thread of the team comes to, with the same x. */
template <class T, class V> static inline __device__ void gpump_add_together(const gpump_team_t &team, volatile T *x, V value)
{
    if constexpr (gpump_native_integer<T, V>::value || gpump_native_float<T, V>::value)
        gpump_add_of_block(const_cast<T *>(x), (T)value, gpump_block_threads(team));
    else
        gpump_atomic_add(x, value);
}

template <class T, class V>
static inline __device__ void gpump_subtract_together(const gpump_team_t &team, volatile T *x, V value)
{
    if constexpr (gpump_native_integer<T, V>::value || gpump_native_float<T, V>::value)
        gpump_add_of_block(const_cast<T *>(x), (T)-(T)value, gpump_block_threads(team));
    else
        gpump_atomic_sub(x, value);
}

#endif
