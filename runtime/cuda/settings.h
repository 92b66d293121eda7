/*
 * The internal control variables (specification, 2.3) with their environment variables (chapter 4), and the library
 * routines (chapter 3) as they are on the host, outside parallel regions or in a region's host version: a team of one.
 *
 *     nthreads-var    OMP_NUM_THREADS, omp_set_num_threads; else shape.h chooses
 *     dyn-var         OMP_DYNAMIC, omp_set_dynamic; false
 *     nest-var        OMP_NESTED, omp_set_nested; has no effect, nested regions are teams of one
 *     run-sched-var   OMP_SCHEDULE; cyclic, one iteration after the other to one thread after the other
 *
 * Translated files know the routines by names of their own (takeover.h), which shared libraries share with the program. A library
 * that another compiler has translated has its routines from that compiler's runtime: the specification's names are hidden, and
 * are there for the rest of the program.
 */
#include "host.h"
#include "omp.h"

namespace gpump {

static bool same_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncasecmp(text, word, length) == 0;
}

/* The text without the blanks around it. */
static const char *trimmed(const char *text, size_t *length)
{
    while (isspace((unsigned char)*text))
        text++;
    *length = strlen(text);
    while (*length && isspace((unsigned char)text[*length - 1]))
        --*length;
    return text;
}

static bool boolean(const char *name)
{
    const char *value = getenv(name);
    if (!value)
        return false;
    size_t length;
    value = trimmed(value, &length);
    if (same_word(value, length, "true") || same_word(value, length, "1"))
        return true;
    if (!same_word(value, length, "false") && !same_word(value, length, "0"))
        warn("%s is \"%s\", and should be true or false", name, getenv(name));
    return false;
}

static long long positive(const char *text, const char *end)
{
    char *stop;
    errno = 0;
    long long number = strtoll(text, &stop, 10);
    while (stop < end && isspace((unsigned char)*stop))
        stop++;
    return stop == end && stop != text && number >= 1 && errno == 0 ? number : 0;
}

static void read_schedule(Settings &all)
{
    static const struct {
        const char *word;
        int schedule, with_chunk;
    } kinds[] = {{"static", GPUMP_STATIC, GPUMP_STATIC_CHUNK},
                 {"dynamic", GPUMP_DYNAMIC, GPUMP_DYNAMIC},
                 {"guided", GPUMP_GUIDED, GPUMP_GUIDED}};
    const char *text = getenv("OMP_SCHEDULE");
    if (!text)
        return;
    size_t length, chunk_length;
    const char *value = trimmed(text, &length);
    const char *comma = static_cast<const char *>(memchr(value, ',', length));
    size_t word = comma ? (size_t)(comma - value) : length;
    while (word && isspace((unsigned char)value[word - 1]))
        word--;
    for (const auto &kind : kinds) {
        if (!same_word(value, word, kind.word))
            continue;
        long long chunk = 1;
        if (comma) {
            const char *number = trimmed(comma + 1, &chunk_length);
            chunk = positive(number, number + chunk_length);
            if (!chunk)
                break;
        }
        all.schedule = comma ? kind.with_chunk : kind.schedule;
        all.chunk = (unsigned long long)chunk;
        return;
    }
    warn("OMP_SCHEDULE is \"%s\", and should be static, dynamic or guided, with or without a chunk size", text);
}

Settings &settings()
{
    static Settings all = [] {
        Settings from_environment;
        if (const char *value = getenv("OMP_NUM_THREADS")) {
            long long number = positive(value, value + strlen(value));
            if (number == 0)
                warn("OMP_NUM_THREADS is \"%s\", and should be a positive number", value);
            from_environment.num_threads = number > INT_MAX ? INT_MAX : (int)number;
            from_environment.is_inherited = number != 0;
        }
        from_environment.dynamic = boolean("OMP_DYNAMIC");
        from_environment.nested = boolean("OMP_NESTED");
        read_schedule(from_environment);
        return from_environment;
    }();
    return all;
}

} // namespace gpump

#define GPUMP_OMP(type, name, parameters, arguments)                  \
    type gpump_##name parameters;                                     \
    __attribute__((visibility("hidden"))) type name parameters        \
    {                                                                 \
        return gpump_##name arguments;                                \
    }                                                                 \
    type gpump_##name parameters

extern "C" {

GPUMP_OMP(void, omp_set_num_threads, (int num_threads), (num_threads))
{
    gpump::settings().num_threads = num_threads > 0 ? num_threads : 1;
    gpump::settings().is_inherited = false;
}

GPUMP_OMP(int, omp_get_num_threads, (void), ())
{
    return 1;
}

/* No team of a region without a num_threads clause is larger, where the program can tell. */
GPUMP_OMP(int, omp_get_max_threads, (void), ())
{
    unsigned int asked = (unsigned int)gpump::settings().num_threads;
    if (gpump::is_before_main()) /* what constructors are told may be used in main */
        return (int)(asked ? asked : gpump::SHOWN_TEAM);
    if (!gpump_has_device())
        return asked ? (int)asked : 1;
    unsigned int most = asked ? asked : gpump::device().shown_team();
    return (int)std::min({most, gpump::device().capacity(), gpump::threads_with_copies()});
}

GPUMP_OMP(int, omp_get_thread_num, (void), ())
{
    return 0;
}

GPUMP_OMP(int, omp_get_num_procs, (void), ())
{
    if (gpump::is_before_main())
        return (int)gpump::SHOWN_TEAM;
    return gpump_has_device() ? (int)gpump::device().shown_team() : 1;
}

GPUMP_OMP(int, omp_in_parallel, (void), ())
{
    return 0;
}

GPUMP_OMP(void, omp_set_dynamic, (int dynamic), (dynamic))
{
    gpump::settings().dynamic = dynamic != 0;
}

GPUMP_OMP(int, omp_get_dynamic, (void), ())
{
    return gpump::settings().dynamic;
}

GPUMP_OMP(void, omp_set_nested, (int nested), (nested))
{
    gpump::settings().nested = nested != 0;
}

GPUMP_OMP(int, omp_get_nested, (void), ())
{
    return 0;
}

/* The host's program may have threads of its own, so the words are changed atomically; but to OpenMP they all are the
   one that regions know as thread 0. */
GPUMP_OMP(void, omp_init_lock, (omp_lock_t *lock), (lock))
{
    lock->owner = 0;
}

GPUMP_OMP(void, omp_destroy_lock, (omp_lock_t *lock), (lock))
{
    lock->owner = 0;
}

GPUMP_OMP(int, omp_test_lock, (omp_lock_t *lock), (lock))
{
    unsigned int nobody = 0;
    return __atomic_compare_exchange_n(&lock->owner, &nobody, 1u, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

GPUMP_OMP(void, omp_set_lock, (omp_lock_t *lock), (lock))
{
    while (!omp_test_lock(lock))
        usleep(1);
}

GPUMP_OMP(void, omp_unset_lock, (omp_lock_t *lock), (lock))
{
    __atomic_store_n(&lock->owner, 0u, __ATOMIC_RELEASE);
}

GPUMP_OMP(void, omp_init_nest_lock, (omp_nest_lock_t *lock), (lock))
{
    lock->owner = 0;
    lock->count = 0;
}

GPUMP_OMP(void, omp_destroy_nest_lock, (omp_nest_lock_t *lock), (lock))
{
    omp_init_nest_lock(lock);
}

GPUMP_OMP(int, omp_test_nest_lock, (omp_nest_lock_t *lock), (lock))
{
    if (lock->owner != 0 && lock->owner != 1)
        return 0;
    lock->owner = 1;
    return ++lock->count;
}

GPUMP_OMP(void, omp_set_nest_lock, (omp_nest_lock_t *lock), (lock))
{
    while (!omp_test_nest_lock(lock))
        usleep(1);
}

GPUMP_OMP(void, omp_unset_nest_lock, (omp_nest_lock_t *lock), (lock))
{
    if (--lock->count == 0)
        lock->owner = 0;
}

GPUMP_OMP(double, omp_get_wtime, (void), ())
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

GPUMP_OMP(double, omp_get_wtick, (void), ())
{
    timespec tick;
    clock_getres(CLOCK_MONOTONIC, &tick);
    return (double)tick.tv_sec + 1e-9 * (double)tick.tv_nsec;
}

} /* extern "C" */
