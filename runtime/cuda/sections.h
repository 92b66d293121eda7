/*
 * Who does a section (specification, 2.5.2), and who a single construct (2.5.3).
 *
 *     if (gpump_section(0, 2)) { ... }
 *     if (gpump_section(1, 2)) { ... }
 *     gpump_barrier();
 */
#ifndef GPUMP_CUDA_SECTIONS_H
#define GPUMP_CUDA_SECTIONS_H

#include "threads.h"

/* Is section `number` of `count` this thread's? Sections are different programs, which one warp would run one
   after the other; so they go to threads far from one another. */
static inline __device__ bool gpump_is_section_of(unsigned int thread, unsigned int threads, unsigned int number,
                                                  unsigned int count)
{
    unsigned int apart = threads / count;
    return thread == (apart == 0 ? number % threads : number * apart);
}

static inline __device__ bool gpump_section(unsigned int number, unsigned int count)
{
    gpump_note_work(count);
    return gpump_is_section_of(gpump_thread(), gpump_threads(), number, count);
}

/* Without nowait all wait for whoever does it, so it may as well be decided beforehand. */
static inline __device__ bool gpump_single()
{
    return gpump_thread() == 0;
}

/* With nowait the first to come does it. Each thread counts the constructs it has met, the team those that have
   been taken; most threads see by looking that they are late. */
static inline __device__ bool gpump_single_nowait()
{
    gpump_thread_t *self = gpump_self();
    if (self->level != 0)
        return true;
    unsigned int number = gpump_seldom()->singles++;
    unsigned int *taken = &gpump_block()->team.state->singles;
    return gpump_load(taken) == number && atomicCAS(taken, number, number + 1) == number;
}

#endif
