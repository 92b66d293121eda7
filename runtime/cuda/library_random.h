/*
 * Random numbers in a region. There is one state for the whole program (generators.h), and threads come to it in an
 * order that is open; for a team of one, or in a critical section, the numbers are those of the original program. rand_r,
 * erand48 and their kin keep the state with the caller.
 */
#ifndef GPUMP_CUDA_LIBRARY_RANDOM_H
#define GPUMP_CUDA_LIBRARY_RANDOM_H

#include "heap.h"
#include "library_text.h"
#include "locks.h"

/* The threads of a warp that happen to be here together go in once, for all of them. */
GPUMP_APART int gpump_random_shared()
{
    const gpump_together_t here = gpump_together();
    gpump_generators_t *all = &gpump_block()->team.heap->generators;
    int mine = 0;
    if (here.rank() == 0)
        gpump_lock(&all->lock);
    for (unsigned int rank = 0; rank < here.size(); rank++) {
        int value = here.rank() == 0 ? gpump_next_random(all) : 0;
        value = here.first(value);
        if (here.rank() == rank)
            mine = value;
    }
    if (here.rank() == 0)
        gpump_unlock(&all->lock);
    return mine;
}

GPUMP_C int gpump_rand() { return gpump_random_shared(); }
GPUMP_C long gpump_random() { return gpump_random_shared(); }

GPUMP_APART void gpump_srand(unsigned int seed)
{
    gpump_generators_t *all = &gpump_block()->team.heap->generators;
    gpump_lock(&all->lock);
    gpump_seed(all, seed);
    gpump_unlock(&all->lock);
}

GPUMP_C void gpump_srandom(unsigned int seed) { gpump_srand(seed); }

/* The new state. */
GPUMP_C unsigned long long gpump_shared48()
{
    unsigned long long *state = &gpump_block()->team.heap->generators.state48, seen = gpump_load(state), expected;
    do {
        expected = seen;
        seen = atomicCAS(state, expected, gpump_next48(expected));
    } while (seen != expected);
    return gpump_next48(expected);
}

GPUMP_C double gpump_drand48() { return gpump_fraction48(gpump_shared48()); }
GPUMP_C long gpump_lrand48() { return gpump_positive48(gpump_shared48()); }
GPUMP_C long gpump_mrand48() { return gpump_signed48(gpump_shared48()); }
GPUMP_C void gpump_srand48(long seed)
{
    atomicExch(&gpump_block()->team.heap->generators.state48, gpump_seed48_of(seed));
}

/* ---- State that the caller keeps ------------------------------------------------------------------------------------ */

GPUMP_C int gpump_rand_r(unsigned int *seed)
{
    unsigned int next = *seed, result;
    next = next * 1103515245u + 12345u;
    result = next / 65536 % 2048;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536 % 1024;
    next = next * 1103515245u + 12345u;
    result = result << 10 ^ next / 65536 % 1024;
    *seed = next;
    return (int)result;
}

GPUMP_C unsigned long long gpump_step48(unsigned short *state)
{
    unsigned long long x =
        gpump_next48(state[0] | (unsigned long long)state[1] << 16 | (unsigned long long)state[2] << 32);
    state[0] = (unsigned short)x;
    state[1] = (unsigned short)(x >> 16);
    state[2] = (unsigned short)(x >> 32);
    return x;
}

GPUMP_C double gpump_erand48(unsigned short *state) { return gpump_fraction48(gpump_step48(state)); }
GPUMP_C long gpump_nrand48(unsigned short *state) { return gpump_positive48(gpump_step48(state)); }
GPUMP_C long gpump_jrand48(unsigned short *state) { return gpump_signed48(gpump_step48(state)); }

#endif
