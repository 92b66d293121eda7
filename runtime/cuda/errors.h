/*
 * How a failure is told. What the program has printed comes first; then
 *
 *     gpump: error: the region could not be launched: too many resources requested (cudaErrorLaunchOutOfResources)
 *       --> dot.c:12: in region dot_parallel0, call cudaLaunchCooperativeKernel
 *
 * and the program ends with the status GPUMP_STATUS.
 */
#include "host.h"

namespace gpump {

const gpump_region_t *current = nullptr;

static void tell_place(const char *call)
{
    if (current)
        fprintf(stderr, "  --> %s:%d: in region %s%s%s\n", current->file, current->line, current->name,
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
    _exit(GPUMP_STATUS);
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

/* `error` is what a CUDA call returned. */
void check(int error, const char *call)
{
    if (error == (int)cudaSuccess)
        return;
    fflush(stdout);
    fprintf(stderr, "gpump: error: the device failed: %s (%s)\n", cudaGetErrorString((cudaError_t)error),
            cudaGetErrorName((cudaError_t)error));
    tell_place(call);
    _exit(GPUMP_STATUS);
}

} // namespace gpump
