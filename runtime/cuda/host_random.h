/*
 * rand and its kin in translated files (takeover.h): the generators whose state host and device share (generators.h).
 * Without a device there is no such state, and the C library does it.
 *
 * They are weak, as host_heap.h's, for a program that has a function of its own called `random`.
 */
#include "host.h"

namespace gpump {

static std::mutex generators_mutex;

static gpump_generators_t *generators()
{
    gpump_heap_t *heap = heap_now();
    if (!heap)
        heap = early_heap; /* a constructor may have set a seed */
    return heap ? &heap->generators : nullptr;
}

static long next_random(long (*otherwise)(void))
{
    gpump_generators_t *all = generators();
    if (!all)
        return otherwise();
    std::lock_guard<std::mutex> lock(generators_mutex);
    return gpump_next_random(all);
}

static void seed_random(unsigned int seed)
{
    gpump_generators_t *all = generators();
    std::lock_guard<std::mutex> lock(generators_mutex);
    if (all)
        gpump_seed(all, seed);
    else
        srandom(seed);
}

/* The new state. */
static unsigned long long step48(gpump_generators_t *all)
{
    std::lock_guard<std::mutex> lock(generators_mutex);
    return all->state48 = gpump_next48(all->state48);
}

} // namespace gpump

extern "C" {

GPUMP_WEAK int gpump_host_rand(void)
{
    return (int)gpump::next_random(random);
}

GPUMP_WEAK long gpump_host_random(void)
{
    return gpump::next_random(random);
}

GPUMP_WEAK void gpump_host_srand(unsigned int seed)
{
    gpump::seed_random(seed);
}

GPUMP_WEAK void gpump_host_srandom(unsigned int seed)
{
    gpump::seed_random(seed);
}

GPUMP_WEAK double gpump_host_drand48(void)
{
    gpump_generators_t *all = gpump::generators();
    return all ? gpump_fraction48(gpump::step48(all)) : drand48();
}

GPUMP_WEAK long gpump_host_lrand48(void)
{
    gpump_generators_t *all = gpump::generators();
    return all ? gpump_positive48(gpump::step48(all)) : lrand48();
}

GPUMP_WEAK long gpump_host_mrand48(void)
{
    gpump_generators_t *all = gpump::generators();
    return all ? gpump_signed48(gpump::step48(all)) : mrand48();
}

GPUMP_WEAK void gpump_host_srand48(long seed)
{
    gpump_generators_t *all = gpump::generators();
    if (!all) {
        srand48(seed);
        return;
    }
    std::lock_guard<std::mutex> lock(gpump::generators_mutex);
    all->state48 = gpump_seed48_of(seed);
}

} /* extern "C" */
