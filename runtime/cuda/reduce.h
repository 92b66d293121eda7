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
 * The original has its value after the next barrier of the team, or after the region. Where the construct has one,
 * gpump_reduce_add_barrier is both: whoever waits for the last block has waited for all.
 *
 * Where each thread has a copy of the variable, with the same value in all of them, there is no original to be changed:
 *
 *     gpump_combine(gpump_term_add(gpump_original_sum, sum));     into every thread's copy; waits for the team
 *
 * Behind one barrier each block combines the blocks' partial results for itself, all of them in the same order: the copies have to
 * stay the same to the last bit, for the threads may go where these tell them.
 *
 * `-` combines as `+` does; && and || give 0 or 1; of max and min (3.1, 2.9.3.6) the second stays where neither is greater, as
 * gcc has it: that is seen of numbers that are none.
 */
#ifndef GPUMP_CUDA_REDUCE_H
#define GPUMP_CUDA_REDUCE_H

#include "atomics.h"
#include "loops.h"

#include <limits>
#include <string.h>
#include <type_traits>

/* What the threads' copies begin with for max and min: `int most = gpump_least();`. Of floating-point types these are the
   infinities, where there are such. */
template <class T, bool = std::is_enum<T>::value> struct gpump_limits {
    typedef std::numeric_limits<T> limits;
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
    static constexpr bool HAS_INFINITY = false;
#else
    static constexpr bool HAS_INFINITY = limits::has_infinity;
#endif
    static constexpr T LEAST = HAS_INFINITY ? (T)-limits::infinity() : limits::lowest();
    static constexpr T GREATEST = HAS_INFINITY ? limits::infinity() : limits::max();
};
template <class T> struct gpump_limits<T, true> : gpump_limits<typename std::underlying_type<T>::type> {};

struct gpump_least {
    template <class T> __device__ operator T() const { return (T)gpump_limits<T>::LEAST; }
};
struct gpump_greatest {
    template <class T> __device__ operator T() const { return (T)gpump_limits<T>::GREATEST; }
};

/* Arithmetic types are shuffled as 32 or 64 bits. */
template <class T> static inline __device__ T gpump_shuffle_down(unsigned int mask, T value, unsigned int distance)
{
    if constexpr (sizeof(T) < 4)
        return (T)__shfl_down_sync(mask, (int)value, distance);
    else
        return (T)__shfl_down_sync(mask, value, distance); /* of an enumeration it gives the integer */
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
                             : std::is_unsigned<T>::value       ? GPUMP_UNSIGNED + (int)sizeof(T)
                             : std::is_integral<T>::value       ? GPUMP_SIGNED + (int)sizeof(T)
                             : std::is_floating_point<T>::value ? GPUMP_FLOAT + (int)sizeof(T)
                                                                : (int)GPUMP_NO_TYPE;
};

/* For the host: combine this with the original. A region has no more than GPUMP_RESULTS, which come one after the other. */
template <class T>
static inline __device__ void gpump_leave_result(const gpump_team_t &team, unsigned int number, int operation, T *original,
                                                 T value)
{
    gpump_result_t result = {original, 0, operation, gpump_type_of<T>::value};
    static_assert(sizeof value <= sizeof result.value, "a type that the host combines");
    memcpy(&result.value, &value, sizeof value);
    team.after->results[number % GPUMP_RESULTS] = result;
}

/* Does the host put the result into the original? `Operation` is that of a region's own reduction, or -1. */
template <int Operation, class T> struct gpump_is_for_host {
    static const bool value = Operation >= 0 && gpump_type_of<T>::value != (int)GPUMP_NO_TYPE;
};

/* What a whole team does. `number` counts the team's constructs that have a slot. `Waits`: it is a barrier of the team, too. */
template <class Op, int Operation, bool Waits, class Meeting, class T>
static inline __device__ void gpump_reduce_all(Meeting &meeting, T *original, T value)
{
    static_assert(sizeof(T) <= GPUMP_PARTIAL_BYTES, "an arithmetic type of the device");
    static_assert(!Waits || Operation < 0, "the region's end is a barrier");
    constexpr bool FOR_HOST = gpump_is_for_host<Operation, T>::value;
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
        if (Waits && threads <= GPUMP_WARP)
            gpump_block_barrier(); /* shuffles say nothing about memory */
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
        if (!meeting.is_last()) {
            if (Waits) {
                if (threadIdx.x == 0)
                    gpump_wait_alone(&work->round, number / GPUMP_WORKS + 1);
                gpump_block_barrier();
            }
            return;
        }
        count = blocks < threads ? blocks : threads;
        value = gpump_reduce_partials<Op>(partials, blocks, threads);
    }
    if (threadIdx.x == 0) {
        if constexpr (FOR_HOST)
            gpump_leave_result(meeting.team, number, Operation, original, value);
        else
            gpump_store(original, (T)Op::apply(before, value));
        if (blocks != 1) {
            work->finished = 0;
            gpump_fence();
            gpump_store(&work->round, number / GPUMP_WORKS + 1);
        }
    }
    if (Waits)
        gpump_block_barrier();
}

template <class Op, int Operation, bool Waits, class T> static inline __device__ void gpump_reduce(T *original, T value)
{
    if (gpump_self()->level != 0) { /* a team of one */
        *original = (T)Op::apply(*original, value);
        return;
    }
    unsigned int number = gpump_self()->constructs;
    if (gridDim.x != 1 || gpump_is_for_host<Operation, T>::value)
        gpump_self()->constructs = number + 1;
    gpump_meeting_t meeting = {gpump_block()->team, number};
    gpump_reduce_all<Op, Operation, Waits>(meeting, original, value);
}

/* One reduction of gpump_combine: the thread's copy of the variable, and what the thread adds to it. */
template <class Operator, class T> class gpump_term_t {
public:
    __device__ gpump_term_t(T &copy, T value) : copy_(copy), value_(value)
    {
        static_assert(sizeof(T) <= GPUMP_PARTIAL_BYTES, "an arithmetic type of the device");
    }

    __device__ void apply() { copy_ = (T)Operator::apply(copy_, value_); }

    /* The block's partial result goes to where `partials` are. */
    __device__ void leave(gpump_meeting_t &meeting, unsigned char *partials)
    {
        const unsigned int threads = gpump_block_threads(meeting.team);
        value_ = gpump_reduce_block<Operator>(meeting, value_, threads, threads);
        if (threadIdx.x == 0)
            gpump_store(&reinterpret_cast<T *>(partials)[blockIdx.x], value_);
    }

    /* The last block may be smaller than the others. For the order's sake no block has more threads combine than that one. */
    __device__ void take(gpump_meeting_t &meeting, const unsigned char *partials)
    {
        const unsigned int threads = gpump_block_threads(meeting.team), blocks = gridDim.x;
        unsigned int count = threads;
        if (blocks > 1) {
            count = meeting.team.size - (blocks - 1) * blockDim.x;
            value_ = gpump_reduce_partials<Operator>(reinterpret_cast<const T *>(partials), blocks, count);
            count = blocks < count ? blocks : count;
        }
        value_ = gpump_reduce_block<Operator>(meeting, value_, count, threads);
        T *all = reinterpret_cast<T *>(meeting.next_partials());
        if (threadIdx.x == 0)
            *all = value_;
        gpump_block_barrier();
        value_ = *all;
        apply();
    }

private:
    T &copy_;
    T value_;
};

/* Of two halves of the partial results one is written while the other may still be read: who writes the first one again has
   passed the barrier of the second. */
template <class... Terms> static inline __device__ void gpump_combine(Terms... terms)
{
    static_assert(sizeof...(terms) <= GPUMP_TERMS, "the reductions of one construct");
    gpump_thread_t *self = gpump_self();
    if (self->level != 0) { /* a team of one */
        (terms.apply(), ...);
        return;
    }
    gpump_meeting_t meeting = {gpump_block()->team, 0};
    const size_t step = (size_t)gridDim.x * GPUMP_PARTIAL_BYTES;
    unsigned char *partials = meeting.team.partials + GPUMP_WORKS * step, *place;
    if (self->reductions & GPUMP_OTHER_TERMS)
        partials += GPUMP_TERMS * step;
    self->reductions ^= GPUMP_OTHER_TERMS;
    if (gridDim.x > 1) {
        place = partials;
        ((terms.leave(meeting, place), place += step), ...);
        gpump_barrier();
    }
    place = partials;
    ((terms.take(meeting, place), place += step), ...);
}

/* At the region's end: the host puts what the threads' copies have into the variable. All of them come, behind the region's
   reductions. */
template <class T> static inline __device__ void gpump_give_back(T *original, T copy)
{
    const unsigned int number = gpump_self()->constructs++;
    if (gpump_grid_thread() == 0)
        gpump_leave_result(gpump_block()->team, number, GPUMP_SET, original, copy);
}

#define GPUMP_REDUCE(name, operation)                                                                           \
    template <class T, class V> static inline __device__ void gpump_reduce_##name(T *original, V value)         \
    {                                                                                                           \
        gpump_reduce<gpump_op_##name, -1, false>(original, (T)value);                                           \
    }                                                                                                           \
    template <class T, class V> static inline __device__ void gpump_reduce_##name##_barrier(T *original, V value) \
    {                                                                                                           \
        gpump_reduce<gpump_op_##name, -1, true>(original, (T)value);                                            \
    }                                                                                                           \
    template <class T, class V> static inline __device__ void gpump_result_##name(T *original, V value)         \
    {                                                                                                           \
        gpump_reduce<gpump_op_##name, operation, false>(original, (T)value);                                    \
    }                                                                                                           \
    template <class T, class V>                                                                                 \
    static inline __device__ gpump_term_t<gpump_op_##name, T> gpump_term_##name(T &copy, V value)               \
    {                                                                                                           \
        return gpump_term_t<gpump_op_##name, T>(copy, (T)value);                                                \
    }
GPUMP_REDUCE(add, GPUMP_ADD)
GPUMP_REDUCE(mul, GPUMP_MUL)
GPUMP_REDUCE(and, GPUMP_AND)
GPUMP_REDUCE(or, GPUMP_OR)
GPUMP_REDUCE(xor, GPUMP_XOR)
GPUMP_REDUCE(logical_and, GPUMP_LOGICAL_AND)
GPUMP_REDUCE(logical_or, GPUMP_LOGICAL_OR)
GPUMP_REDUCE(max, GPUMP_MAX)
GPUMP_REDUCE(min, GPUMP_MIN)

/* `-`: the threads' own copies begin at 0 and are added. */
#define gpump_reduce_sub gpump_reduce_add
#define gpump_reduce_sub_barrier gpump_reduce_add_barrier
#define gpump_term_sub gpump_term_add
#define gpump_result_sub gpump_result_add

#endif
