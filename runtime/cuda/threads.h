/*
 * A thread of a team: which one it is, and how it waits for the others.
 *
 *     __global__ void f_parallel0(gpump_team_t team, f_parallel0_t shared)
 *     {
 *         if (!gpump_enter(team))
 *             return;
 *         ...
 *         gpump_barrier();
 *         ...
 *     }
 *
 * The team is found through the block's shared memory, so a function that is called from a region may contain
 * work-sharing constructs (orphaned ones) and needs no further argument.
 *
 * Waiting for the whole team is the barrier of barriers.h. The other waiting loops (locks, ordered, dynamic) count on
 * independent thread scheduling: of two threads in one warp one may wait for the other. That is sm_70 and later.
 */
#ifndef GPUMP_CUDA_THREADS_H
#define GPUMP_CUDA_THREADS_H

#include "barriers.h"
#include "team.h"
#include "warps.h"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#error "threads of a warp have to make progress independently: compile for sm_70 or later"
#endif

#ifdef GPUMP_EMULATOR
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
static inline unsigned char *gpump_shared_bytes()
{
    return static_cast<unsigned char *>(::gpump_emulator::dynamic_shared_memory());
}
#else
extern __shared__ __align__(16) unsigned char gpump_shared_memory[];
static inline __device__ unsigned char *gpump_shared_bytes()
{
    return gpump_shared_memory;
}
#endif

/* What gpump_enter fills, and nobody else may use before. */
static inline __device__ gpump_block_t *gpump_new_block()
{
    return reinterpret_cast<gpump_block_t *>(gpump_shared_bytes());
}

static inline __device__ gpump_thread_t *gpump_new_self()
{
    return reinterpret_cast<gpump_thread_t *>(gpump_shared_bytes() + sizeof(gpump_block_t)) + threadIdx.x;
}

/* A bare region (bare.h) has no such thing: the emulator tells when one asks for it. */
static inline __device__ unsigned char *gpump_team_bytes()
{
    unsigned char *bytes = gpump_shared_bytes();
#ifdef GPUMP_EMULATOR
    if (!bytes || reinterpret_cast<const gpump_block_t *>(bytes)->mark != GPUMP_BLOCK_MARK) {
        fprintf(stderr, "gpump: a region that was entered by gpump_enter_bare needs what its team shares\n");
        abort();
    }
#endif
    return bytes;
}

static inline __device__ gpump_block_t *gpump_block()
{
    return reinterpret_cast<gpump_block_t *>(gpump_team_bytes());
}

static inline __device__ gpump_thread_t *gpump_self()
{
    return reinterpret_cast<gpump_thread_t *>(gpump_team_bytes() + sizeof(gpump_block_t)) + threadIdx.x;
}

/* Set 0 or 1 of the warps' partial results. */
static inline __device__ unsigned char *gpump_warp_partials(unsigned int set)
{
    return gpump_shared_bytes() + sizeof(gpump_block_t) + blockDim.x * sizeof(gpump_thread_t) +
           set * GPUMP_WARPS(blockDim.x) * GPUMP_PARTIAL_BYTES;
}

/* The thread's number in the grid, which is that in the region's team whatever regions lie within. */
static inline __device__ unsigned int gpump_grid_thread()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

/* A function that is large and seldom called: one copy of it in a file, or every printf would bring the whole of it. */
#ifdef GPUMP_EMULATOR
#define GPUMP_APART static inline
#else
#define GPUMP_APART static __device__ __noinline__ __attribute__((unused))
#endif

/* In front of a loop: how many times its body is to stand there. */
#ifdef __CUDACC__
#define GPUMP_UNROLL(times) GPUMP_PRAGMA(unroll times)
#define GPUMP_PRAGMA(text) _Pragma(#text)
#else
#define GPUMP_UNROLL(times)
#endif

/* ---- Memory that threads watch ----------------------------------------------------------------------- */

template <class T> static inline __device__ T gpump_load(const T *address)
{
#ifdef GPUMP_EMULATOR
    T value;
    __atomic_load(const_cast<T *>(address), &value, __ATOMIC_SEQ_CST);
    return value;
#else
    return *static_cast<const volatile T *>(address);
#endif
}

template <class T> static inline __device__ void gpump_store(T *address, T value)
{
#ifdef GPUMP_EMULATOR
    __atomic_store(address, &value, __ATOMIC_SEQ_CST);
#else
    *static_cast<volatile T *>(address) = value;
#endif
}

/* A flush (specification, 2.7.5), with or without a list: what was written before is seen by all before what is
   written after. It may stand in a loop that waits for another thread, and with ordinary loads in such a loop a device gives
   another thread of the same warp no turn unless this one sleeps: on an H100 the loop did not end. */
static inline __device__ void gpump_flush()
{
    __threadfence();
#ifdef GPUMP_EMULATOR
    gpump_emulator_flushes();
    sched_yield();
#else
    __nanosleep(0);
#endif
}

/* What the runtime's own protocols need: of two threads that meet in an atomic operation, the second sees what the first
   wrote before. A flush orders more, and takes longer. */
static inline __device__ void gpump_fence()
{
#ifdef GPUMP_EMULATOR
    __threadfence();
#else
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

/* Does this lie where only the calling thread reaches it? Atomic operations are not for such memory, and nobody else
   can come in between there. It happens: a private variable may be shared by the team of one of a nested region. */
static inline __device__ bool gpump_is_private(const volatile void *address)
{
#ifdef GPUMP_EMULATOR
    (void)address;
    return false;
#else
    return __isLocal(const_cast<const void *>(address));
#endif
}

/* Between two looks at something that another thread has to do. */
static inline __device__ void gpump_pause()
{
    __nanosleep(100);
}

/* Returns when the word has the value, and all that was written before that is seen. */
template <class T> static inline __device__ void gpump_wait_for(const T *address, T value)
{
    while (gpump_load(address) != value)
        gpump_pause();
    gpump_fence();
}

/* The same for one thread of a block, which all the others wait for: it looks at once a few times. */
template <class T> static inline __device__ void gpump_wait_alone(const T *address, T value)
{
#ifndef GPUMP_EMULATOR
    for (unsigned int looks = 0; looks < 1000 && gpump_load(address) != value; looks++)
        continue;
#endif
    gpump_wait_for(address, value);
}

static inline __device__ unsigned long long gpump_nanoseconds()
{
#ifdef GPUMP_EMULATOR
    return (unsigned long long)clock64();
#else
    unsigned long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
#endif
}

/* ---- Waiting --------------------------------------------------------------------------------------- */

/* All threads of the team, and all that they wrote (specification, 2.7.3). A team of one does not wait. */
static inline __device__ void gpump_barrier()
{
    if (gpump_self()->level != 0)
        return;
    if (gridDim.x == 1)
        gpump_block_barrier();
    else
        gpump_grid_barrier(&gpump_block()->team.state->barrier);
}

/* ---- Regions --------------------------------------------------------------------------------------- */

/* The first thing in a kernel. False for the threads beyond the team's last: they have to return. */
static inline __device__ bool gpump_enter(const gpump_team_t &team)
{
    if (gpump_grid_thread() >= team.size)
        return false;
#ifdef GPUMP_EMULATOR
    gpump_emulator_joins_team();
#endif
    gpump_thread_t nothing = {};
    *gpump_new_self() = nothing;
    if (threadIdx.x == 0) {
        gpump_new_block()->team = team;
        gpump_new_block()->most = 0;
#ifdef GPUMP_EMULATOR
        gpump_new_block()->mark = GPUMP_BLOCK_MARK;
#endif
        if (blockIdx.x == 0)
            gpump_store(&team.state->started, gpump_nanoseconds());
    }
    gpump_block_barrier();
    return true;
}

/* The device's clock when the region began. */
static inline __device__ unsigned long long gpump_started()
{
    unsigned long long time;
    while ((time = gpump_load(&gpump_block()->team.state->started)) == 0)
        gpump_pause();
    return time;
}

static inline __device__ gpump_seldom_t *gpump_seldom()
{
    gpump_thread_t *self = gpump_self();
    gpump_seldom_t *mine = gpump_block()->team.seldom + gpump_grid_thread();
    if (!(self->reductions & GPUMP_SELDOM_IS_READY)) {
        gpump_seldom_t nothing = {};
        *mine = nothing;
        self->reductions |= GPUMP_SELDOM_IS_READY;
    }
    return mine;
}

/* A parallel region inside the region is run by the thread that meets it, as a team of one. */
static inline __device__ void gpump_nested_begin()
{
    gpump_self()->level++;
}

static inline __device__ void gpump_nested_end()
{
    gpump_self()->level--;
}

/* ---- The team that a construct binds to ---------------------------------------------------------------- */

static inline __device__ unsigned int gpump_thread()
{
    return gpump_self()->level == 0 ? gpump_grid_thread() : 0;
}

static inline __device__ unsigned int gpump_threads()
{
    return gpump_self()->level == 0 ? gpump_block()->team.size : 1;
}

/* Which of how many threads it is that takes its share of a loop. In whole warps, in blocks of one size, iterations can go to
   warps and parts of them; over loops that are shared out together may lie a grid of as many dimensions. */
struct gpump_share_t {
    unsigned int thread, threads;
    bool has_whole_warps, is_grid;
    /* A loop of so many iterations has been divided up already: `each` for a thread, and one more for the first `longer`. One of
       none is always. */
    unsigned long long iterations, each;
    unsigned int longer;
    unsigned int rows; /* of a grid: as team.h says */
};

static inline __device__ gpump_share_t gpump_share()
{
    const unsigned int threads = gpump_threads();
    const bool has_whole_warps =
        gpump_self()->level == 0 && threads % blockDim.x == 0 && blockDim.x % GPUMP_WARP == 0;
    return {gpump_thread(), threads, has_whole_warps, false, 0, 0, 0, 0};
}

/* A loop, or sections, that so many threads have something to do in. Of a region in which nobody can tell how large the team is,
   the next one is only as large as the longest of them could use. The first thread tells the host, seldom: it is far away. */
static inline __device__ void gpump_note_work(unsigned long long iterations)
{
    if (gpump_grid_thread() != 0 || gpump_self()->level != 0)
        return;
    gpump_block_t *block = gpump_block();
    if (!block->team.adapts || iterations <= block->most)
        return;
    block->most = iterations;
    block->team.after->iterations = iterations;
}

/* `master` (2.7.1): no barrier before or after. */
static inline __device__ bool gpump_master()
{
    return gpump_thread() == 0;
}

/* `masked filter(thread)` (OpenMP 5.2, 10.5). */
static inline __device__ bool gpump_masked(int thread)
{
    return (int)gpump_thread() == thread;
}

#endif
