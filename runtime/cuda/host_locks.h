/*
 * Locks on the host (specification 5.2, 18.9). A lock is the same word on both sides: 0 while nobody has it, and otherwise its owner. On
 * the device that is a thread's number in its team, plus 1 (locks.h). On the host it is a number of the thread's own, beyond those; but
 * the program's first thread is 1, for it is thread 0 of the regions that it meets, and may unset there what it has set here.
 *
 * Whoever waits looks a few times, then lets others run, and in the end sleeps between looks: not for word from the owner, which may
 * be a thread of the device.
 */
#include "host.h"

#include <sched.h>
#include <sys/syscall.h>

namespace gpump {

static unsigned int lock_owner()
{
    static std::atomic<unsigned int> others{0};
    static thread_local const unsigned int own =
        syscall(SYS_gettid) == getpid() ? 1 : 0x80000000u + others.fetch_add(1, std::memory_order_relaxed);
    return own;
}

static bool try_lock(unsigned int *word)
{
    unsigned int nobody = 0;
    return __atomic_compare_exchange_n(word, &nobody, lock_owner(), false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void wait_for_lock(unsigned int *word)
{
    static const unsigned int LOOKS = 100, YIELDS = 1000, LONGEST = 1000; /* microseconds */
    for (unsigned int i = 0; !try_lock(word); i++) {
        if (i >= LOOKS + YIELDS)
            usleep(std::min(i - LOOKS - YIELDS + 1, LONGEST));
        else if (i >= LOOKS)
            sched_yield();
    }
}

static void unlock(unsigned int *word)
{
    __atomic_store_n(word, 0u, __ATOMIC_RELEASE);
}

/* Only the calling thread makes this true, or false again. */
static bool has_lock(const unsigned int *word)
{
    return __atomic_load_n(word, __ATOMIC_RELAXED) == lock_owner();
}

} // namespace gpump

extern "C" {

GPUMP_OMP(void, omp_init_lock, (omp_lock_t *lock))
{
    gpump::unlock(&lock->owner);
}

GPUMP_OMP(void, omp_init_lock_with_hint, (omp_lock_t *lock, omp_sync_hint_t))
{
    gpump::unlock(&lock->owner);
}

GPUMP_OMP(void, omp_destroy_lock, (omp_lock_t *lock))
{
    gpump::unlock(&lock->owner);
}

GPUMP_OMP(int, omp_test_lock, (omp_lock_t *lock))
{
    return gpump::try_lock(&lock->owner);
}

GPUMP_OMP(void, omp_set_lock, (omp_lock_t *lock))
{
    gpump::wait_for_lock(&lock->owner);
}

GPUMP_OMP(void, omp_unset_lock, (omp_lock_t *lock))
{
    gpump::unlock(&lock->owner);
}

/* ---- Nestable ---- */

GPUMP_OMP(void, omp_init_nest_lock, (omp_nest_lock_t *lock))
{
    lock->count = 0;
    gpump::unlock(&lock->owner);
}

GPUMP_OMP(void, omp_init_nest_lock_with_hint, (omp_nest_lock_t *lock, omp_sync_hint_t))
{
    gpump_omp_init_nest_lock(lock);
}

GPUMP_OMP(void, omp_destroy_nest_lock, (omp_nest_lock_t *lock))
{
    gpump_omp_init_nest_lock(lock);
}

GPUMP_OMP(int, omp_test_nest_lock, (omp_nest_lock_t *lock))
{
    if (!gpump::has_lock(&lock->owner) && !gpump::try_lock(&lock->owner))
        return 0;
    return ++lock->count;
}

GPUMP_OMP(void, omp_set_nest_lock, (omp_nest_lock_t *lock))
{
    if (!gpump::has_lock(&lock->owner))
        gpump::wait_for_lock(&lock->owner);
    lock->count++;
}

GPUMP_OMP(void, omp_unset_nest_lock, (omp_nest_lock_t *lock))
{
    if (--lock->count == 0)
        gpump::unlock(&lock->owner);
}

} /* extern "C" */
