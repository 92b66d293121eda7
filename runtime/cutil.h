/*
 * cutil.h, the utility library of the first CUDA SDKs, as far as translated programs and programs of that
 * time use it; and the functions of the runtime API that CUDA has dropped since.
 *
 * The original was a library of its own and is gone; this is a header that stands alone. Two differences:
 * cutGetTimerValue returns double, for a float of milliseconds is coarser than a microsecond after the
 * first seconds; and CUT_EXIT waits for a key only where the standard input is a terminal's.
 */
#ifndef GPUMP_CUTIL_H
#define GPUMP_CUTIL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <chrono>
#include <vector>

#include <cuda_runtime.h>

/* ---- Dropped by CUDA ---------------------------------------------------------------------- */

static inline cudaError_t cudaThreadSynchronize(void)
{
    return cudaDeviceSynchronize();
}

static inline cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

/* ---- Results ------------------------------------------------------------------------------ */

typedef enum { CUTFalse = 0, CUTTrue = 1 } CUTBoolean;

static inline void cut_die(const char *file, int line, const char *what, const char *why)
{
    fflush(stdout);
    fprintf(stderr, "%s in file '%s' in line %i : %s.\n", what, file, line, why);
    exit(EXIT_FAILURE);
}

static inline void cut_check_cuda(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess)
        cut_die(file, line, "Cuda error", cudaGetErrorString(error));
}

#define CUDA_SAFE_CALL_NO_SYNC(call) cut_check_cuda((call), __FILE__, __LINE__)
#define CUDA_SAFE_CALL(call)                                          \
    do {                                                              \
        CUDA_SAFE_CALL_NO_SYNC(call);                                 \
        cut_check_cuda(cudaDeviceSynchronize(), __FILE__, __LINE__);  \
    } while (0)
#define CUT_SAFE_CALL(call)                                           \
    do {                                                              \
        if (CUTTrue != (call))                                        \
            cut_die(__FILE__, __LINE__, "Cut error", #call);          \
    } while (0)
#define CUT_CHECK_ERROR(message)                                      \
    do {                                                              \
        cudaError_t cut_error = cudaGetLastError();                   \
        if (cut_error == cudaSuccess)                                 \
            cut_error = cudaDeviceSynchronize();                      \
        if (cut_error != cudaSuccess)                                 \
            cut_die(__FILE__, __LINE__, message, cudaGetErrorString(cut_error)); \
    } while (0)
#define CUT_CONDITION(value)                                          \
    do {                                                              \
        if (CUTFalse == (value))                                      \
            cut_die(__FILE__, __LINE__, "Condition failed", #value);  \
    } while (0)

/* ---- Begin and end ------------------------------------------------------------------------ */

static inline void cut_device_init(const char *file, int line)
{
    int count = 0;
    cut_check_cuda(cudaGetDeviceCount(&count), file, line);
    if (count == 0)
        cut_die(file, line, "Cut error", "no device supporting CUDA");
    cut_check_cuda(cudaSetDevice(0), file, line);
}

/* Version 0.9 had it without arguments, later ones with argc and argv. */
#define CUT_DEVICE_INIT(...) cut_device_init(__FILE__, __LINE__)
#define CUT_EXIT(argc, argv)                                          \
    do {                                                              \
        if (!cutCheckCmdLineFlag((argc), (const char **)(argv), "noprompt")) \
            cut_wait_for_key();                                       \
        exit(EXIT_SUCCESS);                                           \
    } while (0)

static inline CUTBoolean cutCheckCmdLineFlag(int argc, const char **argv, const char *flag)
{
    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        while (*argument == '-')
            argument++;
        if (argument != argv[i] && strcmp(argument, flag) == 0)
            return CUTTrue;
    }
    return CUTFalse;
}

extern "C" int isatty(int) noexcept;

static inline void cut_wait_for_key()
{
    if (!isatty(0))
        return;
    printf("\nPress ENTER to exit...\n");
    fflush(stdout);
    getchar();
}

/* ---- Timers ------------------------------------------------------------------------------- */

/* A stopwatch: it runs, stops, and goes on where it stopped. Times are in milliseconds. */
struct cut_timer_t {
    bool exists, running;
    std::chrono::steady_clock::time_point started;
    double before; /* what earlier runs have added up to */
};

inline std::vector<cut_timer_t> &cut_timers()
{
    static std::vector<cut_timer_t> timers;
    return timers;
}

/* Names are numbers, from 1. */
static inline cut_timer_t *cut_timer(unsigned int name)
{
    std::vector<cut_timer_t> &timers = cut_timers();
    return name >= 1 && name <= timers.size() && timers[name - 1].exists ? &timers[name - 1] : NULL;
}

static inline CUTBoolean cutCreateTimer(unsigned int *name)
{
    cut_timers().push_back(cut_timer_t{true, false, std::chrono::steady_clock::time_point(), 0});
    *name = (unsigned int)cut_timers().size();
    return CUTTrue;
}

static inline CUTBoolean cutDeleteTimer(unsigned int name)
{
    cut_timer_t *timer = cut_timer(name);
    if (!timer)
        return CUTFalse;
    timer->exists = false;
    return CUTTrue;
}

static inline double cut_running_time(const cut_timer_t *timer)
{
    std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - timer->started;
    return timer->running ? time.count() : 0;
}

static inline CUTBoolean cutStartTimer(unsigned int name)
{
    cut_timer_t *timer = cut_timer(name);
    if (!timer)
        return CUTFalse;
    timer->started = std::chrono::steady_clock::now();
    timer->running = true;
    return CUTTrue;
}

static inline CUTBoolean cutStopTimer(unsigned int name)
{
    cut_timer_t *timer = cut_timer(name);
    if (!timer)
        return CUTFalse;
    timer->before += cut_running_time(timer);
    timer->running = false;
    return CUTTrue;
}

static inline CUTBoolean cutResetTimer(unsigned int name)
{
    cut_timer_t *timer = cut_timer(name);
    if (!timer)
        return CUTFalse;
    timer->before = 0;
    timer->started = std::chrono::steady_clock::now();
    return CUTTrue;
}

static inline double cutGetTimerValue(unsigned int name)
{
    cut_timer_t *timer = cut_timer(name);
    return timer ? timer->before + cut_running_time(timer) : 0;
}

#endif
