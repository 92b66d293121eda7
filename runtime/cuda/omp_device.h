/*
 * The library routines of OpenMP 5.2 (chapter 18) in a region on the device: those that make sense there. A region that calls another
 * runs on the host (src/openmp/routines.rs has the list). omp.h includes this.
 */
#ifndef GPUMP_OMP_DEVICE_H
#define GPUMP_OMP_DEVICE_H

#include "library_memory.h"
#include "locks.h"
#include "schedules.h"

#ifdef GPUMP_SINGLE
namespace program {
#endif

#include "omp_types.h"
#include "pools.h"

/* ---- Teams (18.2) ---- */

static inline __device__ void omp_set_num_threads(int) {}
static inline __device__ void omp_set_dynamic(int) {}
static inline __device__ void omp_set_nested(int) {}
static inline __device__ void omp_set_max_active_levels(int) {}

static inline __device__ int omp_get_num_threads()
{
    return (int)gpump_threads();
}

static inline __device__ int omp_get_thread_num()
{
    return (int)gpump_thread();
}

static inline __device__ int omp_get_max_threads()
{
    return (int)gpump_block()->team.max_threads;
}

static inline __device__ int omp_get_num_procs()
{
    return (int)gpump_block()->team.num_procs;
}

static inline __device__ int omp_in_parallel()
{
    return gpump_block()->team.size > 1;
}

static inline __device__ int omp_get_dynamic()
{
    return gpump_block()->team.dynamic;
}

/* ---- Nested regions (18.2) ---- */

static inline __device__ int omp_get_level()
{
    return 1 + gpump_self()->level;
}

static inline __device__ int omp_get_active_level()
{
    return omp_in_parallel();
}

/* The region itself is level 1; those within it are teams of one. */
static inline __device__ int omp_get_ancestor_thread_num(int level)
{
    if (level < 0 || level > omp_get_level())
        return -1;
    return level == 1 ? (int)gpump_grid_thread() : 0;
}

static inline __device__ int omp_get_team_size(int level)
{
    if (level < 0 || level > omp_get_level())
        return -1;
    return level == 1 ? (int)gpump_block()->team.size : 1;
}

static inline __device__ const gpump_controls_t &gpump_controls()
{
    return gpump_block()->team.after->controls;
}

static inline __device__ int omp_get_max_active_levels()
{
    return gpump_controls().max_active_levels;
}

static inline __device__ int omp_get_nested()
{
    return omp_get_max_active_levels() > 1;
}

static inline __device__ int omp_get_supported_active_levels()
{
    return 255;
}

static inline __device__ int omp_get_thread_limit()
{
    return gpump_controls().thread_limit;
}

static inline __device__ int omp_get_cancellation()
{
    return gpump_controls().cancellation;
}

static inline __device__ void omp_get_schedule(omp_sched_t *kind, int *chunk_size)
{
    gpump_tell_schedule(gpump_block()->team.schedule, gpump_block()->team.chunk, kind, chunk_size);
}

/* ---- Where threads run (18.3): the device's have no places ---- */

static inline __device__ omp_proc_bind_t omp_get_proc_bind()
{
    return omp_proc_bind_false;
}

static inline __device__ int omp_get_num_places()
{
    return 0;
}

static inline __device__ int omp_get_place_num_procs(int)
{
    return 0;
}

static inline __device__ void omp_get_place_proc_ids(int, int *) {}

static inline __device__ int omp_get_place_num()
{
    return -1;
}

static inline __device__ int omp_get_partition_num_places()
{
    return 0;
}

static inline __device__ void omp_get_partition_place_nums(int *) {}

/* ---- Leagues of teams (18.4), tasks (18.5): a region's threads run its implicit tasks ---- */

static inline __device__ int omp_get_num_teams()
{
    return 1;
}

static inline __device__ int omp_get_team_num()
{
    return 0;
}

static inline __device__ int omp_get_max_teams()
{
    return gpump_controls().max_teams;
}

static inline __device__ int omp_get_teams_thread_limit()
{
    return gpump_controls().teams_thread_limit;
}

static inline __device__ int omp_get_max_task_priority()
{
    return gpump_controls().max_task_priority;
}

static inline __device__ int omp_in_explicit_task()
{
    return 0;
}

static inline __device__ int omp_in_final()
{
    return 0;
}

/* ---- Devices (18.7): to the program a region of `parallel` is the host's ---- */

static inline __device__ int omp_get_num_devices()
{
    return 0;
}

static inline __device__ int omp_get_default_device()
{
    return gpump_controls().default_device;
}

static inline __device__ int omp_is_initial_device()
{
    return 1;
}

static inline __device__ int omp_get_initial_device()
{
    return 0;
}

static inline __device__ int omp_get_device_num()
{
    return 0;
}

/* ---- The clock (18.10) ---- */

/* The host's clock when the region began, and what has passed on the device's since. */
static inline __device__ double omp_get_wtime()
{
    const unsigned long long started = gpump_started(); /* which may wait: looked at first */
    return gpump_block()->team.time + 1e-9 * (double)(long long)(gpump_nanoseconds() - started);
}

static inline __device__ double omp_get_wtick()
{
    return gpump_block()->team.tick;
}

/* ---- Locks (18.9) ---- */

static inline __device__ void omp_init_lock(omp_lock_t *lock)
{
    gpump_store(&lock->owner, 0u);
}

static inline __device__ void omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t)
{
    omp_init_lock(lock);
}

static inline __device__ void omp_destroy_lock(omp_lock_t *lock)
{
    gpump_store(&lock->owner, 0u);
}

static inline __device__ void omp_set_lock(omp_lock_t *lock)
{
    gpump_lock(&lock->owner);
}

static inline __device__ void omp_unset_lock(omp_lock_t *lock)
{
    gpump_unlock(&lock->owner);
}

static inline __device__ int omp_test_lock(omp_lock_t *lock)
{
    return gpump_try_lock(&lock->owner);
}

static inline __device__ void omp_init_nest_lock(omp_nest_lock_t *lock)
{
    lock->count = 0;
    gpump_store(&lock->owner, 0u);
}

static inline __device__ void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t)
{
    omp_init_nest_lock(lock);
}

static inline __device__ void omp_destroy_nest_lock(omp_nest_lock_t *lock)
{
    omp_init_nest_lock(lock);
}

/* The owner is nobody else's to change, so a thread may ask whether it is itself. */
static inline __device__ void omp_set_nest_lock(omp_nest_lock_t *lock)
{
    if (gpump_load(&lock->owner) != gpump_grid_thread() + 1)
        gpump_lock(&lock->owner);
    lock->count++;
}

static inline __device__ void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
    if (--lock->count == 0)
        gpump_unlock(&lock->owner);
}

static inline __device__ int omp_test_nest_lock(omp_nest_lock_t *lock)
{
    if (gpump_load(&lock->owner) != gpump_grid_thread() + 1 && !gpump_try_lock(&lock->owner))
        return 0;
    return ++lock->count;
}

/* ---- Memory (18.13): blocks of the heap that both sides share (allocators.h) ---- */

static inline __device__ omp_allocator_handle_t omp_get_default_allocator()
{
    return (omp_allocator_handle_t)gpump_controls().default_allocator;
}

struct gpump_device_memory {
    static __device__ void *allocate(size_t alignment, size_t size)
    {
        return alignment <= 16 ? gpump_malloc(size) : gpump_aligned_alloc(alignment, size);
    }
    static __device__ void *allocate_own(size_t size) { return gpump_heap_allocate(gpump_block()->team.heap, size); }
    static __device__ void release(void *block) { gpump_free(block); }
    static __device__ void copy(void *to, const void *from, size_t size)
    {
        const size_t room = gpump_block_room(from);
        gpump_copy_bytes(to, from, size < room ? size : room);
    }
    static __device__ void fail(size_t size)
    {
        gpump_stop("omp_alloc in a region: the allocator's fallback is abort_fb, and there is no memory left for so many bytes",
                   reinterpret_cast<const void *>(size));
    }
};

static inline __device__ gpump_pools<gpump_device_memory> gpump_own_allocators()
{
    return {reinterpret_cast<gpump_allocator_t *>((uintptr_t)gpump_controls().allocators)};
}

static inline __device__ unsigned long long gpump_allocator_in_use(omp_allocator_handle_t allocator)
{
    return allocator ? allocator : omp_get_default_allocator();
}

static inline __device__ void *omp_aligned_alloc(size_t alignment, size_t size, omp_allocator_handle_t allocator)
{
    return size ? gpump_own_allocators().allocate(gpump_allocator_in_use(allocator), alignment, size) : nullptr;
}

static inline __device__ void *omp_alloc(size_t size, omp_allocator_handle_t allocator)
{
    return omp_aligned_alloc(1, size, allocator);
}

static inline __device__ void *omp_aligned_calloc(size_t alignment, size_t nmemb, size_t size,
                                                  omp_allocator_handle_t allocator)
{
    if (size && nmemb > (size_t)-1 / size)
        return nullptr;
    void *block = omp_aligned_alloc(alignment, nmemb * size, allocator);
    if (block)
        gpump_memset(block, 0, nmemb * size);
    return block;
}

static inline __device__ void *omp_calloc(size_t nmemb, size_t size, omp_allocator_handle_t allocator)
{
    return omp_aligned_calloc(1, nmemb, size, allocator);
}

static inline __device__ void omp_free(void *block, omp_allocator_handle_t)
{
    if (block)
        gpump_own_allocators().release(block);
}

static inline __device__ void *omp_realloc(void *block, size_t size, omp_allocator_handle_t allocator, omp_allocator_handle_t)
{
    return block ? gpump_own_allocators().reallocate(block, size, gpump_allocator_in_use(allocator)) : omp_alloc(size, allocator);
}

#ifdef GPUMP_SINGLE
} /* namespace program */
#endif

#endif
