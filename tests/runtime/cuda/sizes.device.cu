#include <gpump_device.h>

struct main_parallel0_t {};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t)
{
    gpump_enter(team);
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "sizes.c", .line = 1, .kernel = gpump_kernel<main_parallel0>);
