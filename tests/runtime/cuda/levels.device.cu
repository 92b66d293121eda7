#include <gpump_device.h>

struct main_parallel0_t {
    int (*told)[7];
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    int(&told)[7] = *shared.told;
    if (!gpump_master())
        return;
    omp_sched_t kind;
    told[0] = omp_get_num_threads();
    told[1] = omp_get_level();
    told[2] = omp_get_active_level();
    omp_get_schedule(&kind, &told[4]);
    told[3] = (int)kind;
    told[5] = omp_get_thread_limit();
    told[6] = omp_get_max_active_levels();
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "levels.c", .line = 1, .kernel = gpump_kernel<main_parallel0>,
    .shows_team = GPUMP_SHOWN);
