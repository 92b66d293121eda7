/*
 * The library routines on the host (specification 5.2, chapter 18): teams, tasks, and the internal control variables.
 *
 * What they say of threads is said by the host's OpenMP library, where the program has it (host_threads.h), and is a team of one
 * otherwise. What is set outside of the host's regions holds for regions on the device, too (settings.h); within them it is the calling
 * task's alone, and a region that is met there runs on the host.
 *
 * Translated files know the routines by names of their own (takeover.h), which shared libraries share with the program. A library
 * that another compiler has translated has its routines from that compiler's runtime: the specification's names are hidden, and
 * are there for the rest of the program.
 */
#include "host.h"
#include "host_threads.h"
#include "schedules.h"

extern "C" {

/* ---- Which thread it is ---- */

GPUMP_OMP_OF_LIBRARY(int, omp_get_level, (void), (), 0)
GPUMP_OMP_OF_LIBRARY(int, omp_get_active_level, (void), (), 0)
GPUMP_OMP_OF_LIBRARY(int, omp_get_ancestor_thread_num, (int level), (level), level == 0 ? 0 : -1)
GPUMP_OMP_OF_LIBRARY(int, omp_get_team_size, (int level), (level), level == 0 ? 1 : -1)
GPUMP_OMP_OF_LIBRARY(int, omp_get_thread_num, (void), (), 0)
GPUMP_OMP_OF_LIBRARY(int, omp_get_num_threads, (void), (), 1)

/* A compiler's code calls these in every region. Before constructors have regions of their own they are found here: while one thread is
   in dlopen no other can look for them, and a constructor's region would wait for it. */
__attribute__((constructor(101))) static void find_library()
{
    gpump_own_omp_get_thread_num();
    gpump_own_omp_get_num_threads();
}

GPUMP_OMP_OF_LIBRARY(int, omp_in_parallel, (void), (), 0)
GPUMP_OMP_OF_LIBRARY(int, omp_in_final, (void), (), 0)

GPUMP_OMP(int, omp_in_explicit_task, (void))
{
    if (auto *library = GPUMP_LIBRARY(omp_in_explicit_task))
        return library();
    if (gpump_omp_get_level() != 0)
        gpump::fail("omp_in_explicit_task: the host's OpenMP library does not have it, and nobody else knows of its tasks");
    return 0;
}

GPUMP_OMP_OF_LIBRARY(int, omp_get_num_teams, (void), (), 1)
GPUMP_OMP_OF_LIBRARY(int, omp_get_team_num, (void), (), 0)

} /* extern "C" */

namespace gpump {

/* Whether the host's library runs a region in which the calling thread is, or a league of several teams. */
static bool is_in_host_region()
{
    return gpump_omp_get_level() != 0 || gpump_omp_get_num_teams() > 1;
}

/* Whether a region may come that is the device's. Where all are the host's so far it is not thought of. */
static bool uses_device(bool has_library)
{
    return (has_regions || !has_library) && gpump_has_device();
}

} // namespace gpump

extern "C" {

/* ---- How many there are to be ---- */

GPUMP_OMP(void, omp_set_num_threads, (int num_threads))
{
    if (auto *library = GPUMP_LIBRARY(omp_set_num_threads))
        library(num_threads);
    if (gpump::is_in_host_region())
        return;
    gpump::settings().num_threads = num_threads > 0 ? num_threads : 1;
    gpump::settings().is_inherited = false;
}

/* No team of a region without a num_threads clause is larger, where the program can tell, on either side. */
GPUMP_OMP(int, omp_get_max_threads, (void))
{
    auto *library = GPUMP_LIBRARY(omp_get_max_threads);
    const unsigned int asked = (unsigned int)gpump::settings().num_threads;
    const int on_host = library ? library() : asked ? (int)asked : 1;
    if (gpump::is_in_host_region())
        return on_host;
    if (gpump::is_before_main()) /* what constructors are told may be used in main */
        return std::max(on_host, (int)(asked ? asked : gpump::largest_shown_team()));
    if (!gpump::uses_device(library))
        return on_host;
    const unsigned int limit = (unsigned int)gpump::settings().thread_limit;
    const unsigned int most = asked ? asked : gpump::device().shown_team();
    const int on_device = (int)std::min({most, limit, gpump::device().capacity(), gpump::threads_with_copies()});
    return library ? std::max(on_host, on_device) : on_device;
}

GPUMP_OMP(int, omp_get_num_procs, (void))
{
    auto *library = GPUMP_LIBRARY(omp_get_num_procs);
    const int on_host = library ? library() : 1;
    if (gpump::is_in_host_region())
        return on_host;
    if (gpump::is_before_main())
        return std::max(on_host, (int)gpump::largest_shown_team());
    return gpump::uses_device(library) ? std::max(on_host, (int)gpump::device().shown_team()) : on_host;
}

GPUMP_OMP(void, omp_set_dynamic, (int dynamic))
{
    if (auto *library = GPUMP_LIBRARY(omp_set_dynamic))
        library(dynamic);
    if (!gpump::is_in_host_region())
        gpump::settings().dynamic = dynamic != 0;
}

GPUMP_OMP_OF_LIBRARY(int, omp_get_dynamic, (void), (), gpump::settings().dynamic)

GPUMP_OMP(void, omp_set_nested, (int nested))
{
    if (auto *library = GPUMP_LIBRARY(omp_set_nested))
        library(nested);
    if (gpump::is_in_host_region())
        return;
    int &levels = gpump::settings().max_active_levels;
    levels = nested ? gpump::MOST_LEVELS : std::min(levels, 1);
}

GPUMP_OMP_OF_LIBRARY(int, omp_get_nested, (void), (), gpump::settings().max_active_levels > 1)

/* A negative number changes nothing (18.2.15). */
GPUMP_OMP(void, omp_set_max_active_levels, (int max_levels))
{
    if (auto *library = GPUMP_LIBRARY(omp_set_max_active_levels))
        library(max_levels);
    if (!gpump::is_in_host_region() && max_levels >= 0)
        gpump::settings().max_active_levels = std::min(max_levels, gpump::MOST_LEVELS);
}

GPUMP_OMP_OF_LIBRARY(int, omp_get_max_active_levels, (void), (), gpump::settings().max_active_levels)
GPUMP_OMP_OF_LIBRARY(int, omp_get_supported_active_levels, (void), (), gpump::MOST_LEVELS)
GPUMP_OMP_OF_LIBRARY(int, omp_get_thread_limit, (void), (), gpump::settings().thread_limit)
GPUMP_OMP_OF_LIBRARY(int, omp_get_cancellation, (void), (), gpump::settings().cancellation)

/* ---- schedule(runtime) ---- */

GPUMP_OMP(void, omp_set_schedule, (omp_sched_t kind, int chunk_size))
{
    if (auto *library = GPUMP_LIBRARY(omp_set_schedule))
        library(kind, chunk_size);
    if (gpump::is_in_host_region())
        return;
    gpump::Settings &settings = gpump::settings();
    settings.chunk = chunk_size > 0 ? (unsigned long long)chunk_size : 1;
    switch ((unsigned int)kind & ~(unsigned int)omp_sched_monotonic) {
    case omp_sched_static: settings.schedule = chunk_size > 0 ? GPUMP_STATIC_CHUNK : GPUMP_STATIC; break;
    case omp_sched_dynamic: settings.schedule = GPUMP_DYNAMIC; break;
    case omp_sched_guided: settings.schedule = GPUMP_GUIDED; break;
    default: settings.schedule = GPUMP_AUTO;
    }
}

GPUMP_OMP(void, omp_get_schedule, (omp_sched_t *kind, int *chunk_size))
{
    if (auto *library = GPUMP_LIBRARY(omp_get_schedule)) {
        library(kind, chunk_size);
        return;
    }
    gpump_tell_schedule(gpump::settings().schedule, gpump::settings().chunk, kind, chunk_size);
}

/* ---- Leagues, tasks ---- */

GPUMP_OMP(void, omp_set_num_teams, (int num_teams))
{
    if (auto *library = GPUMP_LIBRARY(omp_set_num_teams))
        library(num_teams);
    if (num_teams >= 0 && !gpump::is_in_host_region())
        gpump::settings().max_teams = num_teams;
}

GPUMP_OMP(void, omp_set_teams_thread_limit, (int thread_limit))
{
    if (auto *library = GPUMP_LIBRARY(omp_set_teams_thread_limit))
        library(thread_limit);
    if (thread_limit >= 0 && !gpump::is_in_host_region())
        gpump::settings().teams_thread_limit = thread_limit;
}

GPUMP_OMP_OF_LIBRARY(int, omp_get_max_teams, (void), (), gpump::settings().max_teams)
GPUMP_OMP_OF_LIBRARY(int, omp_get_teams_thread_limit, (void), (), gpump::settings().teams_thread_limit)
GPUMP_OMP_OF_LIBRARY(int, omp_get_max_task_priority, (void), (), gpump::settings().max_task_priority)

/* Without the library no task waits for an event. */
GPUMP_OMP_OF_LIBRARY(void, omp_fulfill_event, (omp_event_handle_t event), (event), (void)event)

/* ---- The clock ---- */

GPUMP_OMP(double, omp_get_wtime, (void))
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

GPUMP_OMP(double, omp_get_wtick, (void))
{
    timespec tick;
    clock_getres(CLOCK_MONOTONIC, &tick);
    return (double)tick.tv_sec + 1e-9 * (double)tick.tv_nsec;
}

} /* extern "C" */

namespace gpump {

/* A linker takes of a static library what nothing else defines, so the routines that stand beside others' in it do not come by themselves. */
[[maybe_unused]] static const bool library_is_looked_at = [] {
    const bool has_part = GPUMP_LIBRARY(omp_get_level) && !GPUMP_LIBRARY(omp_get_max_active_levels);
    if (has_part)
        warn("the host's OpenMP library is linked statically, and in part: the host's regions do not see what the program sets; link "
             "with -Wl,--whole-archive -lgomp -Wl,--no-whole-archive");
    return true;
}();

} // namespace gpump
