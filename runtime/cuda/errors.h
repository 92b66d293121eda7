/*
 * How a failure is told. What the program has printed comes first; then
 *
 *     gpump: error: the region could not be launched: too many resources requested (cudaErrorLaunchOutOfResources)
 *       --> dot.c:12: in region dot_parallel0, call cudaLaunchCooperativeKernel
 *
 * and the program ends with the status GPUMP_STATUS. A device that cannot be used at all is no failure, unless
 * GPUMP_DEVICE=required asks for it: it is said once, and regions run on the host.
 */
#include "host.h"

namespace gpump {

std::atomic<const gpump_region_t *> current{nullptr};

/* Says goodbye to the program: what it has written to files goes there, but its exit handlers are not called, for they might use
   what has failed. A stream's lock may be held for ever by another thread, and a buffer may lie in memory that has gone with
   the device; then the rest is lost. */
[[noreturn]] static void leave()
{
    for (int signal_number : {SIGALRM, SIGSEGV, SIGBUS})
        signal(signal_number, [](int) { _exit(GPUMP_STATUS); });
    sigset_t all;
    sigemptyset(&all);
    sigaddset(&all, SIGALRM);
    pthread_sigmask(SIG_UNBLOCK, &all, nullptr);
    alarm(5);
    fflush(nullptr);
    _exit(GPUMP_STATUS);
}

static void tell_place(const char *call)
{
    if (const gpump_region_t *region = current)
        fprintf(stderr, "  --> %s:%d: in region %s%s%s\n", region->file, region->line, region->name,
                call ? ", call " : "", call ? call : "");
    else if (call)
        fprintf(stderr, "  --> call %s\n", call);
}

void fail(const char *format, ...)
{
    va_list list;
    fflush(stdout);
    fputs("gpump: error: ", stderr);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputs("\n", stderr);
    tell_place(nullptr);
    leave();
}

void warn(const char *format, ...)
{
    va_list list;
    fflush(stdout);
    fputs("gpump: warning: ", stderr);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputs("\n", stderr);
    tell_place(nullptr);
}

/* What is no fault, and worth knowing: a line, which GPUMP_NOTES=0 silences. */
void note(const char *format, ...)
{
    const char *wish = getenv("GPUMP_NOTES");
    if (wish && !strcmp(wish, "0"))
        return;
    va_list list;
    fflush(stdout);
    fputs("gpump: note: ", stderr);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputs("\n", stderr);
}

/* `error` is what a CUDA call returned. */
void check(int error, const char *call)
{
    if (error == (int)cudaSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "gpump: error: the device failed: %s (%s)\n", cudaGetErrorString((cudaError_t)error),
            cudaGetErrorName((cudaError_t)error));
    tell_place(call);
#ifndef GPUMP_EMULATOR
    if (error == (int)cudaErrorNoKernelImageForDevice || error == (int)cudaErrorUnsupportedPtxVersion)
        fprintf(stderr, "  the program has no code for this device: GPUMP_ARCH names the one to compile for, as in sm_90\n");
#endif
    leave();
}

/* Is there to be no other place for regions than the device? */
static bool device_is_demanded()
{
    const char *wish = getenv("GPUMP_DEVICE");
    return wish && !strcmp(wish, "required");
}

static void cannot_use_device(const char *why, int error)
{
    cudaGetLastError();
    if (device_is_demanded())
        fail("the device cannot be used, and GPUMP_DEVICE=required demands it: %s: %s (%s)", why,
             cudaGetErrorString((cudaError_t)error), cudaGetErrorName((cudaError_t)error));
    warn("the device cannot be used: %s: %s (%s); regions run on the host", why, cudaGetErrorString((cudaError_t)error),
         cudaGetErrorName((cudaError_t)error));
}

} // namespace gpump

/* `error at(execution)` (OpenMP 5.2, 8.5), as libgomp tells it. */
extern "C" void gpump_error_directive(int is_fatal, const char *message)
{
    fprintf(stderr, "\nlibgomp: %serror directive encountered%s%s\n", is_fatal ? "fatal error: " : "", message ? ": " : "",
            message ? message : "");
    if (is_fatal)
        exit(EXIT_FAILURE);
}
