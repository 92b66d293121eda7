/*
 * The random numbers of the C library: the state is in memory that host and device share, so a region goes on where the
 * serial part stopped, and a seed gives the numbers that it gives with glibc.
 *
 * rand and random are one generator: 31 words in a ring, each new one the sum of those 31 and 3 places back, of which
 * the lowest bit is not handed out. The seed fills the ring by x -> 16807 x mod 2^31 - 1, and the first 310 numbers are
 * thrown away. drand48 and its kin are x -> 0x5deece66d x + 11 mod 2^48, of which they hand out the upper bits.
 *
 * The same text is compiled for both sides. Each side has a way of its own to let one thread in at a time.
 */
#ifndef GPUMP_CUDA_GENERATORS_H
#define GPUMP_CUDA_GENERATORS_H

#ifdef __CUDACC__
#define GPUMP_BOTH static inline __host__ __device__
#else
#define GPUMP_BOTH static inline
#endif

#define GPUMP_RING 31u

typedef struct {
    unsigned int lock;          /* the device's threads' */
    unsigned int is_seeded;     /* before the first use the seed is 1 */
    unsigned int at;            /* the ring's oldest word */
    unsigned int ring[GPUMP_RING];
    unsigned long long state48; /* 0 at the start, as in glibc */
} gpump_generators_t;

GPUMP_BOTH int gpump_generate(gpump_generators_t *all)
{
    unsigned int at = all->at;
    unsigned int value = all->ring[at] += all->ring[(at + GPUMP_RING - 3) % GPUMP_RING];
    all->at = (at + 1) % GPUMP_RING;
    return (int)(value >> 1);
}

GPUMP_BOTH void gpump_seed(gpump_generators_t *all, unsigned int seed)
{
    long long value = seed ? (int)seed : 1;
    all->ring[0] = (unsigned int)value;
    for (unsigned int i = 1; i < GPUMP_RING; i++) {
        value = 16807 * value % 2147483647;
        if (value < 0)
            value += 2147483647;
        all->ring[i] = (unsigned int)value;
    }
    all->at = 3; /* as if the first three had been handed out */
    all->is_seeded = 1;
    for (int i = 0; i < 310; i++)
        gpump_generate(all);
}

GPUMP_BOTH int gpump_next_random(gpump_generators_t *all)
{
    if (!all->is_seeded)
        gpump_seed(all, 1);
    return gpump_generate(all);
}

/* ---- 48 bits --------------------------------------------------------------------------------------------------- */

GPUMP_BOTH unsigned long long gpump_next48(unsigned long long state)
{
    return (state * 0x5deece66dull + 11) & 0xffffffffffffull;
}

GPUMP_BOTH unsigned long long gpump_seed48_of(long seed)
{
    return (unsigned long long)(unsigned int)seed << 16 | 0x330e;
}

GPUMP_BOTH double gpump_fraction48(unsigned long long state) { return (double)state / 281474976710656.0; }
GPUMP_BOTH long gpump_positive48(unsigned long long state) { return (long)(state >> 17); }
GPUMP_BOTH long gpump_signed48(unsigned long long state) { return (long)(int)(unsigned int)(state >> 16); }

#endif
