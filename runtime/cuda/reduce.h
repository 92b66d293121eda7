/*
 * Reductions (specification, 2.8.3.6).
 *
 *     reduction(+:sum)     double sum = 0;                          each thread's own, with the operator's identity
 *                          for (...) sum += ...
 *                          gpump_reduce_add(&*shared.sum, sum);     all of them, and the original, into the original
 *
 * Every thread of the team calls it, as it meets every work-sharing construct. The threads of a warp combine by
 * shuffles, the warps of a block through shared memory, the blocks through memory: each block leaves its partial
 * result, and the block that comes last combines them, each of its threads some, always the same. So the result depends on
 * the team's size and the schedule alone, also for floating-point numbers, and the operator need have no native atomic.
 *
 * One thread touches the original, once, and not by an atomic operation, which takes long where the original lies in the
 * host's memory. It need not be one, also when a nowait lets the next reduction begin: the block that comes last there has
 * seen all blocks arrive, and that thread's arrives after its store.
 *
 * The reductions of a region itself, which stand at its end, are gpump_result_add and so on: nobody reads the original before
 * the region has ended, so the host puts the result there. Then the memory around it, on the host's stack perhaps, does not
 * move to the device and back for it.
 *
 * The original has its value after the next barrier of the team, or after the region. So a gpump_barrier() follows
 * unless the construct says nowait or the region ends.
 *
 * `-` combines as `+` does; && and || give 0 or 1.
 */
#ifndef GPUMP_CUDA_REDUCE_H
#define GPUMP_CUDA_REDUCE_H

#include "atomics.h"
#include "loops.h"

#include <string.h>
#include <type_traits>

/* Arithmetic types are shuffled as 32 or 64 bits. */
template <class T> static inline __device__ T gpump_shuffle_down(unsigned int mask, T value, unsigned int distance)
{
    if constexpr (sizeof(T) < 4)
        return (T)__shfl_down_sync(mask, (int)value, distance);
    else
        return __shfl_down_sync(mask, value, distance);
}

/* Lane 0 gets the values of the first `lanes` lanes, combined. Those `in_team` are here. The lane's own stands left of what
   it is given, so the order is that of the threads. */
template <class Op, class T>
static inline __device__ T gpump_reduce_warp(T value, unsigned int lanes, unsigned int in_team)
{
    int behind = (int)lanes - (int)(threadIdx.x % GPUMP_WARP); /* how many of them there are from this lane on */
    unsigned int mask = in_team >= GPUMP_WARP ? 0xffffffffu : (1u << in_team) - 1;
    GPUMP_UNROLL(5)
    for (int distance = 1; distance < GPUMP_WARP; distance *= 2) {
        T other = gpump_shuffle_down(mask, value, (unsigned int)distance);
        if (distance < behind)
            value = (T)Op::apply(value, other);
    }
    return value;
}

/* How many threads of the block are in the team. */
static inline __device__ unsigned int gpump_block_threads(const gpump_team_t &team)
{
    unsigned int rest = team.size - blockIdx.x * blockDim.x;
    return rest < blockDim.x ? rest : blockDim.x;
}

/* Where threads meet for the reduction that is their team's `number`th: in the block's shared memory. */
class gpump_meeting_t {
public:
    const gpump_team_t &team;
    const unsigned int number;

    __device__ gpump_work_t *work() const { return &team.state->works[number % GPUMP_WORKS]; }
    /* Is this the last block that came? */
    __device__ unsigned int &is_last() const { return gpump_new_block()->is_last; }
    /* Two sets of the warps' partial results, used in turn: who writes the next reduction's has passed the barrier of this one,
       and a set's old values were read before that. */
    __device__ unsigned char *next_partials() const
    {
        gpump_thread_t *self = gpump_self();
        const unsigned int set = self->reductions & 1;
        self->reductions ^= 1;
        return gpump_warp_partials(set);
    }
};

/* Thread 0 of the block gets the values of its first `count` threads, combined. All that are in the team call it. */
template <class Op, class Meeting, class T>
static inline __device__ T gpump_reduce_block(Meeting &meeting, T value, unsigned int count, unsigned int threads)
{
    unsigned int warp = threadIdx.x / GPUMP_WARP, first = warp * GPUMP_WARP;
    value = gpump_reduce_warp<Op>(value, count > first ? count - first : 0, threads - first);
    if (count <= GPUMP_WARP)
        return value;
    T *partials = reinterpret_cast<T *>(meeting.next_partials());
    if (threadIdx.x % GPUMP_WARP == 0)
        partials[warp] = value;
    gpump_block_barrier();
    unsigned int warps = GPUMP_WARPS(count);
    if (warp == 0) /* a whole one, for there are more */
        value = gpump_reduce_warp<Op>(partials[threadIdx.x < warps ? threadIdx.x : 0], warps, GPUMP_WARP);
    return value;
}

/* Each thread takes every so many'th of the blocks' results, several at once, for they come from far away. */
template <class Op, class T>
static inline __device__ T gpump_reduce_partials(const T *partials, unsigned int blocks, unsigned int threads)
{
    const unsigned int AT_ONCE = 4;
    T value = gpump_load(&partials[threadIdx.x < blocks ? threadIdx.x : 0]);
    for (unsigned int first = threadIdx.x + threads; first < blocks; first += AT_ONCE * threads) {
        T some[AT_ONCE];
        GPUMP_UNROLL(4)
        for (unsigned int k = 0; k < AT_ONCE; k++)
            some[k] = gpump_load(&partials[first + k * threads < blocks ? first + k * threads : first]);
        GPUMP_UNROLL(4)
        for (unsigned int k = 0; k < AT_ONCE; k++)
            if (first + k * threads < blocks)
                value = (T)Op::apply(value, some[k]);
    }
    return value;
}

template <class T> struct gpump_type_of {
    static const int value = std::is_same<T, bool>::value       ? (int)GPUMP_BOOL
                             : std::is_integral<T>::value       ? GPUMP_INTEGER + (int)sizeof(T)
                             : std::is_floating_point<T>::value ? GPUMP_FLOAT + (int)sizeof(T)
                                                                : (int)GPUMP_NO_TYPE;
};

/* For the host: combine this with the original. A region has no more than GPUMP_RESULTS, which come one after the other. */
template <class T>
static inline __device__ void gpump_leave_result(const gpump_team_t &team, unsigned int number, int operation, T *original,
                                                 T value)
{
    gpump_result_t result = {original, 0, operation, gpump_type_of<T>::value};
    memcpy(&result.value, &value, sizeof value);
    team.after->results[number % GPUMP_RESULTS] = result;
}

/* Does the host put the result into the original? `Operation` is that of a region's own reduction, or -1. */
template <int Operation, class T> struct gpump_is_for_host {
    static const bool value = Operation >= 0 && gpump_type_of<T>::value != (int)GPUMP_NO_TYPE;
};

/* What a whole team does. `number` counts the team's constructs that have a slot. */
template <class Op, int Operation, class Meeting, class T>
static inline __device__ void gpump_reduce_all(Meeting &meeting, T *original, T value)
{
    static_assert(sizeof(T) <= 8, "an arithmetic type of the device");
    const bool FOR_HOST = gpump_is_for_host<Operation, T>::value;
    unsigned int threads = gpump_block_threads(meeting.team), blocks = gridDim.x, count = threads;
    unsigned int number = meeting.number;
    gpump_work_t *work = meeting.work();
    T before = value;
    GPUMP_UNROLL(1) /* twice where there are several blocks, and there is one copy of the code */
    for (bool is_last = blocks == 1;; is_last = true) {
        if (!FOR_HOST && is_last && threadIdx.x == 0)
            before = gpump_load(original); /* it may come from far away, and does so meanwhile */
        value = gpump_reduce_block<Op>(meeting, value, count, threads);
        if (is_last)
            break;
        T *partials =
            reinterpret_cast<T *>(meeting.team.partials + (size_t)(number % GPUMP_WORKS) * blocks * GPUMP_PARTIAL_BYTES);
        if (threadIdx.x == 0) {
            if (number >= GPUMP_WORKS)
                gpump_wait_for(&work->round, number / GPUMP_WORKS);
            gpump_store(&partials[blockIdx.x], value);
            gpump_fence();
            bool comes_last = atomicAdd(&work->finished, 1u) == blocks - 1;
            if (comes_last)
                gpump_fence();
            meeting.is_last() = comes_last;
        }
        gpump_block_barrier();
        if (!meeting.is_last())
            return;
        count = blocks < threads ? blocks : threads;
        value = gpump_reduce_partials<Op>(partials, blocks, threads);
    }
    if (threadIdx.x != 0)
        return;
    if (FOR_HOST)
        gpump_leave_result(meeting.team, number, Operation, original, value);
    else
        gpump_store(original, (T)Op::apply(before, value));
    if (blocks == 1)
        return;
    work->finished = 0;
    gpump_fence();
    gpump_store(&work->round, number / GPUMP_WORKS + 1);
}

template <class Op, int Operation, class T> static inline __device__ void gpump_reduce(T *original, T value)
{
    if (gpump_self()->level != 0) { /* a team of one */
        *original = (T)Op::apply(*original, value);
        return;
    }
    unsigned int number = gpump_self()->constructs;
    if (gridDim.x != 1 || gpump_is_for_host<Operation, T>::value)
        gpump_self()->constructs = number + 1;
    gpump_meeting_t meeting = {gpump_block()->team, number};
    gpump_reduce_all<Op, Operation>(meeting, original, value);
}

#define GPUMP_REDUCE(name, operation)                                                                   \
    template <class T, class V> static inline __device__ void gpump_reduce_##name(T *original, V value) \
    {                                                                                                   \
        gpump_reduce<gpump_op_##name, -1>(original, (T)value);                                          \
    }                                                                                                   \
    template <class T, class V> static inline __device__ void gpump_result_##name(T *original, V value) \
    {                                                                                                   \
        gpump_reduce<gpump_op_##name, operation>(original, (T)value);                                   \
    }
GPUMP_REDUCE(add, GPUMP_ADD)
GPUMP_REDUCE(mul, GPUMP_MUL)
GPUMP_REDUCE(and, GPUMP_AND)
GPUMP_REDUCE(or, GPUMP_OR)
GPUMP_REDUCE(xor, GPUMP_XOR)
GPUMP_REDUCE(logical_and, GPUMP_LOGICAL_AND)
GPUMP_REDUCE(logical_or, GPUMP_LOGICAL_OR)

/* `-`: the threads' own copies begin at 0 and are added. */
#define gpump_reduce_sub gpump_reduce_add
#define gpump_result_sub gpump_result_add

#endif
