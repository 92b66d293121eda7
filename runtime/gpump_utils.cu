/*
 * The device's side of the runtime: the library routines as they are called in a parallel region, the
 * team's barrier, and the division of a loop's iterations (thesis, 8.2.2, 8.2.4, 8.3).
 *
 * gpump_utils_calc_static_for_bounds, gpump_test_lock_d and, with GPUMP_BARRIER_AS_PRINTED, gpump_barrier_d
 * are token for token what the thesis prints. What makes them fit for a program of several files, each with
 * its own copy, is said beforehand: the declarations below.
 */
#ifndef GPUMP_UTILS_CU
#define GPUMP_UTILS_CU

#include <gpump_all.h>
#include <gpump_atomics.cu>

static inline __device__ int gpump_get_num_threads_d();
static inline __device__ int gpump_get_thread_num_d();
static inline __device__ int gpump_in_parallel_d();
static inline __device__ int gpump_is_master_d();
static inline __device__ void gpump_barrier_d();
static inline __device__ int gpump_test_lock_d(gpump_lock_t *lock);
static inline __device__ void gpump_utils_calc_static_for_bounds(int *plb, int *pb, int incr);

__device__ int gpump_get_num_threads_d()
{
    return gridDim.x * blockDim.x;
}

__device__ int gpump_get_thread_num_d()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ int gpump_in_parallel_d()
{
    return 1;
}

__device__ int gpump_is_master_d()
{
    return gpump_get_thread_num_d() == 0;
}

__device__
void gpump_utils_calc_static_for_bounds(int *plb, int *pb,
                                       int incr)
{
    int tid          = gpump_get_thread_num_d();
    int nthreads     = gpump_get_num_threads_d();

    int niters       = ceil((float)abs(*pb - *plb) / abs(incr));
    int num_longer_blocks = niters % nthreads;
    int chunk_size   = niters / nthreads +
                      (tid < num_longer_blocks);

    *plb += tid * (incr * chunk_size);
    *plb += (tid >= num_longer_blocks) *
            (num_longer_blocks * incr);
    *pb = *plb + (incr * chunk_size);
}

#ifdef GPUMP_BARRIER_AS_PRINTED

/*
 * The barrier as the thesis prints it. It has a fault: the thread that sees the counter full takes its own
 * one off again at once, and the thread of a slower block, which has not looked yet, finds the counter
 * short of gridDim.x for ever; the faster one waits for ever for 0. Nor do the other threads of a block wait
 * before thread 0 announces the block, so that their writes may come after the barrier.
 */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
namespace {

__device__ int gpump_atomic_counter = 0;

}
#ifdef GPUMP_EMULATOR
GPUMP_EMULATOR_DEVICE_VARIABLE(gpump_atomic_counter);
#endif

__device__ void gpump_barrier_d()
{
    if (threadIdx.x == 0) {
        atomicAdd(&gpump_atomic_counter, 1); // first set...
        while (
            atomicCAS(&gpump_atomic_counter, gridDim.x, gridDim.x) !=
                gridDim.x);
        atomicSub(&gpump_atomic_counter, 1); // ...then unset.
        while (atomicCAS(&gpump_atomic_counter, 0, 0) != 0);
    }
    __syncthreads();
}
#pragma GCC diagnostic pop

#else

/*
 * The team's barrier. Blocks count themselves in; the last one wraps the counter back to 0 and opens the
 * barrier by moving to the next generation, which is what the others wait for. A fast block that is already
 * at the next barrier counts for the next generation, and a slow one still sees that its own has passed: the
 * fault of the printed barrier cannot occur. Both variables are as they were found when all have left, the
 * generation but one further, so that the next barrier and the next kernel need no preparation.
 *
 * The first __syncthreads: a block arrives when all its threads have. The fences: what was written before
 * the barrier is seen by all after it.
 */
namespace {

__device__ unsigned int gpump_barrier_arrived = 0;
__device__ unsigned int gpump_barrier_generation = 0;

}
#ifdef GPUMP_EMULATOR
GPUMP_EMULATOR_DEVICE_VARIABLE(gpump_barrier_arrived);
GPUMP_EMULATOR_DEVICE_VARIABLE(gpump_barrier_generation);
#endif

__device__ void gpump_barrier_d()
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned int generation = atomicAdd(&gpump_barrier_generation, 0);
        __threadfence();
        if (atomicInc(&gpump_barrier_arrived, gridDim.x - 1) == gridDim.x - 1) {
            __threadfence();
            atomicAdd(&gpump_barrier_generation, 1);
        } else {
            while (atomicAdd(&gpump_barrier_generation, 0) == generation) {
#if defined(GPUMP_EMULATOR) || (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700)
                __nanosleep(100); /* leave the memory to those who work */
#endif
            }
        }
        __threadfence();
    }
    __syncthreads();
}

#endif

__device__ int gpump_test_lock_d(gpump_lock_t *lock)
{
    int tid = gpump_get_thread_num_d();
    if (*lock == GPUMP_INIT || *lock == tid)
        return 0;

    if (atomicCAS(lock, GPUMP_UNLOCKED, tid) == GPUMP_UNLOCKED)
        return 1; // Success

    return 0;
}

#endif

/* From here on the program is read: <math.h> means what it means in C. */
#define GPUMP_C_MATH
