#include <gpump_device.h>

struct teams_globals_t {
    int (*marks)[300];
};
extern "C" const teams_globals_t teams_host;
static __constant__ teams_globals_t teams_globals;
GPUMP_GLOBALS(teams_globals, teams_host);

__device__ static void wait_here(void)
{
    gpump_barrier();
}

struct main_parallel0_t {
    int *wrong;
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    int k, wrong = 0;
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    for (k = 0; k < 3; k++) {
        (*teams_globals.marks)[me]++;
        if (me % 2)
            wait_here();
        else
            wait_here();
        wrong += (*teams_globals.marks)[(me + all / 2) % all] != k + 1;
        wait_here();
    }
    wrong += me < 0 || me >= all;
    gpump_reduce_add(shared.wrong, wrong);
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "teams.c", .line = 22,
    .kernel = gpump_kernel<main_parallel0>);
