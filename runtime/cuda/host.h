/*
 * What the host's files of the runtime share. host.cu includes them all, so that there is one file to compile:
 *
 *     own_pages.h  what keeps the runtime's variables apart from the program's
 *     settings.h   the internal control variables;  environment.h: how the environment is read
 *     host_threads.h   the library that runs the host's regions
 *     routines.h   the library routines;  host_locks.h, allocators.h, host_devices.h, affinity.h: more of them
 *     pools.h      the allocators that a program makes, for both sides
 *     errors.h     how a failure is told
 *     device.h     the device: its size, what is prepared on it once, registered things
 *     post.h       the mailbox's other end;  calls.h: what it does for those who ask
 *     stacks.h     calling a function on another stack;  forks.h: fork
 *     job.h        the processes of a parallel job, and their devices
 *     memory.h     one address space: what the device reaches, and what has to be done so that it does
 *     reach.h      what lies beside that
 *     early.h      what is allocated before main;  main.h: its begin, and its stack
 *     prefetch.h   what a region will use is moved to the device before it begins, and back where the host will (predict.h)
 *     host_heap.h, host_random.h   malloc, rand and their kin in translated files;  frees.cpp: free in other files
 *     after.h      what a region leaves for the host to do
 *     times.h      how long each region took
 *     needs.h      whether the device has what a region calls;  shape.h: how many threads it has;  launch.h: its run
 *
 * The program's host text calls these functions through gpump.h and omp.h. It may have threads of its own; one mutex
 * lets one region run at a time.
 */
#ifndef GPUMP_CUDA_HOST_H
#define GPUMP_CUDA_HOST_H

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <type_traits>
#include <vector>

#include <cuda_runtime.h>

#include "gpump.h"
#include "mailbox.h"
#include "omp.h"
#include "region.h"

namespace gpump {

/* ---- The machine ---- */

#ifdef GPUMP_EMULATOR
const unsigned int SMALLEST_BLOCK = 4;

/* As without gpump: a thread for each processor that the program may use. */
static unsigned int largest_shown_team()
{
    cpu_set_t processors;
    const bool is_known = sched_getaffinity(0, sizeof processors, &processors) == 0;
    return is_known ? (unsigned int)CPU_COUNT(&processors) : (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
}

static bool is_like_device()
{
    return gpump_emulator_is_like_device();
}

static unsigned int largest_default_team()
{
    return is_like_device() ? 8 : largest_shown_team();
}
#else
const unsigned int SMALLEST_BLOCK = GPUMP_WARP;

static unsigned int largest_shown_team()
{
    return 256;
}

static bool is_like_device()
{
    return true;
}

static unsigned int largest_default_team()
{
    return UINT_MAX;
}
#endif

struct Device {
    bool asked = false, present = false;
    int number = 0, count = 0;   /* of the devices that the process sees */
    unsigned long processes = 1; /* of a parallel job, that share it (job.h) */
    int multiprocessors = 0, threads_per_multiprocessor = 0;
    bool pageable = false;      /* the device reaches all of the host's memory */
    bool host_tables = false;   /* through the host's own page tables */
    bool concurrent = false;    /* both sides may touch managed memory while a kernel runs */
    bool registered = false;    /* registered host memory has one address for both */
    /* Can pages of managed memory be sent to it? Where it uses the host's page tables they lie well where they are. */
    bool takes_pages() const { return concurrent && !host_tables; }
    unsigned int capacity() const { return (unsigned int)multiprocessors * (unsigned int)threads_per_multiprocessor; }
    /* A team for which the program names no size is no larger; */
    unsigned int default_team() const { return std::min(capacity(), largest_default_team()); }
    /* and where the program can tell how large it is, it is no larger than this. */
    unsigned int shown_team() const { return std::min(capacity(), largest_shown_team()); }
};

Device &device();

/* ---- The internal control variables (specification 5.2, 2.4) ---- */

struct Settings {
    int num_threads = 0; /* nthreads-var; 0: there is none, and shape.h chooses */
    bool is_inherited = false; /* it is that of OMP_NUM_THREADS */
    bool dynamic = false;
    int schedule = GPUMP_CYCLIC;
    unsigned long long chunk = 1;
    int thread_limit = INT_MAX, max_active_levels = 1;
    int default_device = 0, max_teams = 0, teams_thread_limit = 0;
    bool cancellation = false;
    int max_task_priority = 0;
};

Settings &settings();

/* libgomp's. */
const int MOST_LEVELS = 255;

/* ---- Failure ---- */

/* The region that is being run, or null. */
extern std::atomic<const gpump_region_t *> current;

[[noreturn]] void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
void check(int error, const char *call);

void note(const char *format, ...) __attribute__((format(printf, 1, 2)));

unsigned int threads_with_copies();

} // namespace gpump

#endif
