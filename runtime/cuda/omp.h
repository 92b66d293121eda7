/*
 * The omp.h of translated programs (specification, chapter 3). The C compiler's own is not used: locks have to mean
 * the same on both sides.
 *
 * For the host's text these are functions, which the runtime defines as they are outside parallel regions and in
 * the host's version of one: a team of one. For the device's text they are device functions of the same names.
 *
 * Where the specification leaves a choice: nested regions are teams of one, so omp_get_nested is false whatever
 * was set. omp_in_parallel is true in a team of more than one thread. omp_set_num_threads, omp_set_dynamic and
 * omp_set_nested are for the serial part of the program; in a region they do nothing.
 */
#ifndef GPUMP_OMP_H
#define GPUMP_OMP_H

#ifndef _OPENMP
#define _OPENMP 200505
#endif

#if defined(GPUMP_HOST) || (!defined(__CUDACC__) && !defined(GPUMP_EMULATOR))
#define GPUMP_OMP_HOST
#elif defined(GPUMP_SINGLE)
/* Both, of which the device's stand where the device's text does (gpump_single.h). */
#define GPUMP_OMP_HOST
#define GPUMP_OMP_DEVICE
#else
#define GPUMP_OMP_DEVICE
#endif

#ifdef GPUMP_OMP_HOST

#include "omp_locks.h"

#ifdef __cplusplus
extern "C" {
#endif

void omp_set_num_threads(int num_threads);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_dynamic(int dynamic);
int omp_get_dynamic(void);
void omp_set_nested(int nested);
int omp_get_nested(void);

void omp_init_lock(omp_lock_t *lock);
void omp_destroy_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
int omp_test_lock(omp_lock_t *lock);
void omp_init_nest_lock(omp_nest_lock_t *lock);
void omp_destroy_nest_lock(omp_nest_lock_t *lock);
void omp_set_nest_lock(omp_nest_lock_t *lock);
void omp_unset_nest_lock(omp_nest_lock_t *lock);
int omp_test_nest_lock(omp_nest_lock_t *lock);

double omp_get_wtime(void);
double omp_get_wtick(void);

#ifdef __cplusplus
}
#endif

#endif

#ifdef GPUMP_OMP_DEVICE

#include "locks.h"

#ifdef GPUMP_SINGLE
namespace program {
#endif

#include "omp_locks.h"

static inline __device__ void omp_set_num_threads(int) {}
static inline __device__ void omp_set_dynamic(int) {}
static inline __device__ void omp_set_nested(int) {}

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

static inline __device__ int omp_get_nested()
{
    return 0;
}

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

static inline __device__ void omp_init_lock(omp_lock_t *lock)
{
    gpump_store(&lock->owner, 0u);
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

#ifdef GPUMP_SINGLE
} /* namespace program */
#endif

#endif

#endif
