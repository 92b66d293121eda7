/*
 * Reductions (specification, 2.8.3.6).
 *
 *     reduction(+:sum)     double sum = 0;                          each thread's own, with the operator's identity
 *                          for (...) sum += ...
 *                          gpump_reduce_add(&*shared.sum, sum);     all of them, and the original, into the original
 *
 * Every thread of the team calls it, as it meets every work-sharing construct. The threads of a warp combine by
 * shuffles, the warps of a block through shared memory, the blocks through memory: each block leaves its partial
 * result, and the block that comes last combines them in the order of the blocks. So the result depends on the team's
 * size and the schedule alone, also for floating-point numbers, and the operator need have no native atomic; and only one
 * thread touches the original, once.
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

/* Arithmetic types are shuffled as 32 or 64 bits. */
template <class T> static inline __device__ T gpump_shuffle_down(unsigned int mask, T value, unsigned int distance)
{
    if constexpr (sizeof(T) < 4)
        return (T)__shfl_down_sync(mask, (int)value, distance);
    else
        return __shfl_down_sync(mask, value, distance);
}

/* Lane 0 gets the values of the first `lanes` lanes, combined. The lane's own stands left of what it is given, so
   the order is that of the threads. */
template <class Op, class T> static inline __device__ T gpump_reduce_warp(T value, unsigned int lanes)
{
    unsigned int lane = threadIdx.x % GPUMP_WARP;
    unsigned int mask = lanes >= GPUMP_WARP ? 0xffffffffu : (1u << lanes) - 1;
    for (unsigned int distance = 1; distance < GPUMP_WARP && distance < lanes; distance *= 2) {
        T other = gpump_shuffle_down(mask, value, distance);
        if (lane + distance < lanes)
            value = (T)Op::apply(value, other);
    }
    return value;
}

/* How many threads of the block are in the team. */
static inline __device__ unsigned int gpump_block_threads()
{
    unsigned int rest = gpump_block()->team.size - blockIdx.x * blockDim.x;
    return rest < blockDim.x ? rest : blockDim.x;
}

/* Thread 0 of the block gets the values of all its threads in the team, combined. */
template <class Op, class T> static inline __device__ T gpump_reduce_block(T value)
{
    gpump_block_t *block = gpump_block();
    unsigned int threads = gpump_block_threads();
    unsigned int warps = (threads + GPUMP_WARP - 1) / GPUMP_WARP;
    unsigned int warp = threadIdx.x / GPUMP_WARP;
    unsigned int rest = threads - warp * GPUMP_WARP;
    value = gpump_reduce_warp<Op>(value, rest < GPUMP_WARP ? rest : GPUMP_WARP);
    if (warps == 1)
        return value;
    /* Two sets of places, used in turn: who writes the next reduction's has passed the barrier of this one, and a
       set's old values were read before that. */
    unsigned char(*partials)[GPUMP_PARTIAL_BYTES] = block->partials[gpump_self()->reductions++ % 2];
    if (threadIdx.x % GPUMP_WARP == 0)
        *reinterpret_cast<T *>(partials[warp]) = value;
    gpump_block_barrier();
    if (threadIdx.x < warps)
        value = gpump_reduce_warp<Op>(*reinterpret_cast<T *>(partials[threadIdx.x]), warps);
    return value;
}

/* Into the original, by one thread: nobody else has it now, unless a nowait let two reductions overlap. */
template <class Op, class T> static inline __device__ void gpump_reduce_into(T *original, T value)
{
    gpump_atomic_by_swap<Op>(original, value);
}

template <class Op, class T> static inline __device__ void gpump_reduce(T *original, T value)
{
    static_assert(sizeof(T) <= 8, "an arithmetic type of the device");
    if (gpump_self()->level != 0) { /* a team of one */
        *original = (T)Op::apply(*original, value);
        return;
    }
    value = gpump_reduce_block<Op>(value);
    if (gridDim.x == 1) {
        if (threadIdx.x == 0)
            gpump_reduce_into<Op>(original, value);
        return;
    }
    unsigned int number = gpump_self()->constructs++;
    if (threadIdx.x >= GPUMP_WARP)
        return;
    /* The first warp of each block goes on. */
    gpump_work_t *work = &gpump_block()->team.state->works[number % GPUMP_WORKS];
    T *partials = reinterpret_cast<T *>(gpump_block()->team.partials +
                                        (size_t)(number % GPUMP_WORKS) * gridDim.x * GPUMP_PARTIAL_BYTES);
    unsigned int lanes = gpump_block_threads() < GPUMP_WARP ? gpump_block_threads() : GPUMP_WARP;
    unsigned int is_last = 0;
    if (threadIdx.x == 0) {
        gpump_wait_for(&work->round, number / GPUMP_WORKS);
        gpump_store(&partials[blockIdx.x], value);
        __threadfence();
        is_last = atomicAdd(&work->finished, 1u) == gridDim.x - 1;
    }
    if (!__shfl_sync(lanes == GPUMP_WARP ? 0xffffffffu : (1u << lanes) - 1, is_last, 0))
        return;
    __threadfence();
    /* Each lane a stretch of the blocks' results. */
    unsigned int each = (gridDim.x + lanes - 1) / lanes, used = (gridDim.x + each - 1) / each;
    if (threadIdx.x >= used)
        return;
    unsigned int from = threadIdx.x * each, to = from + each < gridDim.x ? from + each : gridDim.x;
    T all = gpump_load(&partials[from]);
    for (unsigned int block = from + 1; block < to; block++)
        all = (T)Op::apply(all, gpump_load(&partials[block]));
    all = gpump_reduce_warp<Op>(all, used);
    if (threadIdx.x != 0)
        return;
    gpump_reduce_into<Op>(original, all);
    work->finished = 0;
    __threadfence();
    atomicAdd(&work->round, 1u);
}

#define GPUMP_REDUCE(name)                                                                              \
    template <class T, class V> static inline __device__ void gpump_reduce_##name(T *original, V value) \
    {                                                                                                   \
        gpump_reduce<gpump_op_##name>(original, (T)value);                                              \
    }
GPUMP_REDUCE(add)
GPUMP_REDUCE(mul)
GPUMP_REDUCE(and)
GPUMP_REDUCE(or)
GPUMP_REDUCE(xor)
GPUMP_REDUCE(logical_and)
GPUMP_REDUCE(logical_or)

/* `-`: the threads' own copies begin at 0 and are added. */
#define gpump_reduce_sub gpump_reduce_add

#endif
