/*
 * Where the host's threads run (specification 5.2, 18.3), and what is told of the environment (18.15). Places are the host's OpenMP
 * library's; without it there are none, and one thread, of which a format can ask what is known.
 */
#include "host.h"

#include <sys/syscall.h>

#include <string>

namespace gpump {

static std::string &affinity_format()
{
    static std::string *format = [] {
        const char *value = getenv("OMP_AFFINITY_FORMAT");
        return new std::string(value ? value : "level %L thread %i affinity %A");
    }();
    return *format;
}

/* What a field of the format stands for (18.3.8), by its letter or its name. */
static std::string affinity_field(std::string_view field)
{
    char host[256] = "";
    if (field == "H" || field == "{host}") {
        gethostname(host, sizeof host - 1);
        return host;
    }
    if (field == "P" || field == "{process_id}")
        return std::to_string(getpid());
    if (field == "i" || field == "{native_thread_id}")
        return std::to_string(syscall(SYS_gettid));
    if (field == "T" || field == "N" || field == "{num_teams}" || field == "{num_threads}")
        return "1";
    if (field == "a" || field == "{ancestor_tnum}")
        return "-1";
    if (field == "A" || field == "{thread_affinity}")
        return "0-" + std::to_string(sysconf(_SC_NPROCESSORS_ONLN) - 1);
    if (field == "%")
        return "%";
    for (const char *zero : {"t", "L", "n", "{team_num}", "{nesting_level}", "{thread_num}"})
        if (field == zero)
            return "0";
    return "undefined";
}

/* A field is %[[[0].]size]type: right justified with the point, filled with zeros with the 0. */
static std::string expanded(std::string_view format)
{
    std::string text;
    for (size_t at = 0; at < format.size();) {
        if (format[at] != '%') {
            text += format[at++];
            continue;
        }
        at++;
        const bool has_zero = format.substr(at, 2) == "0.", is_right = has_zero || format.substr(at, 1) == ".";
        at += has_zero ? 2 : is_right;
        size_t width = 0;
        while (at < format.size() && isdigit((unsigned char)format[at]))
            width = std::min(width * 10 + (size_t)(format[at++] - '0'), (size_t)4096);
        const size_t end = format.substr(at, 1) == "{" ? format.find('}', at) : at;
        const std::string_view field = format.substr(at, end == format.npos ? end : end - at + 1);
        at += std::max(field.size(), (size_t)1);
        const std::string value = affinity_field(field);
        const std::string fill(width > value.size() ? width - value.size() : 0, has_zero ? '0' : ' ');
        text += is_right ? fill + value : value + fill;
    }
    return text;
}

/* As much as fits, with a zero behind it; how many letters there are. */
static size_t put_text(const std::string &text, char *buffer, size_t size)
{
    if (size != 0) {
        const size_t length = std::min(text.size(), size - 1);
        memcpy(buffer, text.data(), length);
        buffer[length] = 0;
    }
    return text.size();
}

static std::string affinity(const char *format)
{
    return expanded(format && *format ? std::string_view(format) : affinity_format());
}

static void display_environment()
{
    const Settings &all = settings();
    static const char *const kinds[] = {"AUTO", "STATIC", "STATIC", "DYNAMIC", "GUIDED"};
    const std::string schedule = std::string(kinds[all.schedule]) + (all.chunk > 1 ? "," + std::to_string(all.chunk) : "");
    fprintf(stderr,
            "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '%d'\n  OMP_DYNAMIC = '%s'\n  OMP_NUM_THREADS = '%d'\n"
            "  OMP_SCHEDULE = '%s'\n  OMP_THREAD_LIMIT = '%d'\n  OMP_MAX_ACTIVE_LEVELS = '%d'\n  OMP_DEFAULT_DEVICE = '%d'\n"
            "  OMP_NUM_TEAMS = '%d'\n  OMP_TEAMS_THREAD_LIMIT = '%d'\nOPENMP DISPLAY ENVIRONMENT END\n",
            _OPENMP, all.dynamic ? "TRUE" : "FALSE", all.num_threads, schedule.c_str(), all.thread_limit,
            all.max_active_levels, all.default_device, all.max_teams, all.teams_thread_limit);
}

} // namespace gpump

extern "C" {

GPUMP_OMP_OF_LIBRARY(omp_proc_bind_t, omp_get_proc_bind, (void), (), omp_proc_bind_false)
GPUMP_OMP_OF_LIBRARY(int, omp_get_num_places, (void), (), 0)
GPUMP_OMP_OF_LIBRARY(int, omp_get_place_num_procs, (int place_num), (place_num), 0)
GPUMP_OMP_OF_LIBRARY(void, omp_get_place_proc_ids, (int place_num, int *ids), (place_num, ids), (void)0)
GPUMP_OMP_OF_LIBRARY(int, omp_get_place_num, (void), (), -1)
GPUMP_OMP_OF_LIBRARY(int, omp_get_partition_num_places, (void), (), 0)
GPUMP_OMP_OF_LIBRARY(void, omp_get_partition_place_nums, (int *place_nums), (place_nums), (void)0)

GPUMP_OMP_OF_LIBRARY(void, omp_set_affinity_format, (const char *format), (format), (void)(gpump::affinity_format() = format))
GPUMP_OMP_OF_LIBRARY(size_t, omp_get_affinity_format, (char *buffer, size_t size), (buffer, size),
                     gpump::put_text(gpump::affinity_format(), buffer, size))
GPUMP_OMP_OF_LIBRARY(size_t, omp_capture_affinity, (char *buffer, size_t size, const char *format), (buffer, size, format),
                     gpump::put_text(gpump::affinity(format), buffer, size))
GPUMP_OMP_OF_LIBRARY(void, omp_display_affinity, (const char *format), (format),
                     (void)fprintf(stderr, "%s\n", gpump::affinity(format).c_str()))

/* With the library it tells of the host's regions, which know the same variables. */
GPUMP_OMP_OF_LIBRARY(void, omp_display_env, (int verbose), (verbose), ((void)verbose, gpump::display_environment()))

} /* extern "C" */
