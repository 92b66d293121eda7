#include <gpump_device.h>

struct devices_globals_t {
    char (*copy)[65536];
};
extern "C" const devices_globals_t devices_host;
GPUMP_THREADPRIVATE(char[65536], copy, devices_host.copy);

struct count_parallel0_t {
    int *size, *block, (*shared)[100];
};

__global__ void count_parallel0(gpump_team_t team, count_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    char(&copy)[65536] = gpump_mine(copy);
    copy[65535] = 1;
    gpump_barrier();
    if (gpump_master())
        *shared.size = *shared.block = (*shared.shared)[0] = omp_get_num_threads();
}
GPUMP_REGION(count_parallel0, count_parallel0_t, .file = "devices.c", .line = 24,
    .kernel = gpump_kernel<count_parallel0>,
    .pointers = {GPUMP_POINTERS(size, block, shared)});

struct end_parallel0_t {};

__global__ void end_parallel0(gpump_team_t team, end_parallel0_t)
{
    if (!gpump_enter(team))
        return;
    if (gpump_thread() == 7)
        gpump_exit(4);
    gpump_barrier();
}
GPUMP_REGION(end_parallel0, end_parallel0_t, .file = "devices.c", .line = 60,
    .kernel = gpump_kernel<end_parallel0>);
