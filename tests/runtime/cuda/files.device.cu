#include <gpump_device.h>

struct files_globals_t {
    int *uses, *seen;
};
extern "C" const files_globals_t files_host;
static __constant__ files_globals_t files_globals;
GPUMP_GLOBALS(files_globals, files_host);

/* files.c:7: #pragma omp threadprivate(counter), which another file defines */
GPUMP_THREADPRIVATE_EXTERN(int, counter);
GPUMP_CRITICAL(table);

/* in another file */
__device__ void work(int from, int to);

struct nothing_t {};

__global__ void files_main_parallel0(gpump_team_t team, nothing_t)
{
    if (!gpump_enter(team))
        return;
    gpump_mine(counter) = 1;
    work(0, 1000);
    gpump_lock(&gpump_critical_table);
    (*files_globals.uses)++;
    gpump_unlock(&gpump_critical_table);
}
GPUMP_REGION(files_main_parallel0, nothing_t, .file = "files.c", .line = 14,
    .kernel = gpump_kernel<files_main_parallel0>);

struct files_main_parallel1_t {
    int *sum;
};

__global__ void files_main_parallel1(gpump_team_t team, files_main_parallel1_t shared)
{
    if (!gpump_enter(team))
        return;
    int sum = 0;
    sum += gpump_mine(counter);
    gpump_lock(&gpump_unnamed_critical);
    (*files_globals.seen)++;
    gpump_unlock(&gpump_unnamed_critical);
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(files_main_parallel1, files_main_parallel1_t, .file = "files.c", .line = 21,
    .kernel = gpump_kernel<files_main_parallel1>);
