/*
 * The internal control variables (specification 5.2, 2.4) of regions on the device, with their environment variables (chapter 21):
 *
 *     nthreads-var            OMP_NUM_THREADS, omp_set_num_threads; else shape.h chooses. Of a list the first number is the device's
 *     dyn-var                 OMP_DYNAMIC, omp_set_dynamic; false
 *     run-sched-var           OMP_SCHEDULE, omp_set_schedule; cyclic, one iteration after the other to one thread after the other
 *     thread-limit-var        OMP_THREAD_LIMIT; no team is larger
 *     max-active-levels-var   OMP_MAX_ACTIVE_LEVELS, omp_set_max_active_levels; with 0 each team has one thread. With more than 1,
 *                             as with OMP_NESTED and omp_set_nested, regions with others within run on the host (launch.h)
 *     cancel-var              OMP_CANCELLATION; with true, regions that may be cancelled run on the host (launch.h)
 *     max-task-priority-var   OMP_MAX_TASK_PRIORITY, which a routine reports
 *
 * In regions that the host's threads run they are those of the host's OpenMP library (host_threads.h), which reads the environment
 * itself, and has all other variables.
 */
#include "environment.h"

namespace gpump {

static bool read_schedule(std::string_view text, Settings &all)
{
    static const struct {
        const char *word;
        int schedule, with_chunk;
    } kinds[] = {{"static", GPUMP_STATIC, GPUMP_STATIC_CHUNK},
                 {"dynamic", GPUMP_DYNAMIC, GPUMP_DYNAMIC},
                 {"guided", GPUMP_GUIDED, GPUMP_GUIDED},
                 {"auto", GPUMP_AUTO, GPUMP_AUTO}};
    /* Every thread of the device takes its chunks in order anyway. */
    if (text.find(':') != text.npos) {
        const std::string_view modifier = take_until(':', text);
        if (!same_word(modifier, "monotonic") && !same_word(modifier, "nonmonotonic"))
            return false;
    }
    const bool has_chunk = text.find(',') != text.npos;
    const std::string_view word = take_until(',', text);
    const long long chunk = has_chunk ? positive(text) : 1;
    for (const auto &kind : kinds) {
        if (!same_word(word, kind.word) || chunk == 0)
            continue;
        all.schedule = has_chunk ? kind.with_chunk : kind.schedule;
        all.chunk = (unsigned long long)chunk;
        return true;
    }
    return false;
}

/* A number for each level of nested regions. */
static int read_num_threads(std::string_view text)
{
    long long first = 0;
    for (bool has_more = true; has_more;) {
        has_more = text.find(',') != text.npos;
        const long long number = positive(take_until(',', text));
        if (number == 0)
            return 0;
        first = first ? first : number;
    }
    return (int)std::min(first, (long long)INT_MAX);
}

static Settings settings_of_environment()
{
    Settings read;
    if (const char *value = getenv("OMP_NUM_THREADS")) {
        read.num_threads = read_num_threads(value);
        if (read.num_threads == 0)
            warn("OMP_NUM_THREADS is \"%s\", and should be a positive number, or a list of them", value);
        read.is_inherited = read.num_threads != 0;
    }
    if (const char *value = getenv("OMP_SCHEDULE"))
        if (!read_schedule(value, read))
            warn("OMP_SCHEDULE is \"%s\", and should be static, dynamic, guided or auto, with or without a chunk size", value);
    read.dynamic = boolean("OMP_DYNAMIC");
    boolean("OMP_NESTED"); /* which is told where it is none */
    read.thread_limit = count("OMP_THREAD_LIMIT", 1, INT_MAX);
    read.max_active_levels = count("OMP_MAX_ACTIVE_LEVELS", 0, 1);
    read.default_device = count("OMP_DEFAULT_DEVICE", 0, 0);
    read.max_teams = count("OMP_NUM_TEAMS", 1, 0);
    read.teams_thread_limit = count("OMP_TEAMS_THREAD_LIMIT", 1, 0);
    read.cancellation = boolean("OMP_CANCELLATION");
    read.max_task_priority = count("OMP_MAX_TASK_PRIORITY", 0, 0);
    return read;
}

/* Each thread that the program starts has its own, which begin as the environment has them (2.4.3): set in one, they do not
   change in another. */
Settings &settings()
{
    static const Settings initial = settings_of_environment();
    thread_local Settings all = initial;
    return all;
}

} // namespace gpump
