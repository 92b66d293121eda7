#include <gpump_device.h>

struct threads_globals_t { omp_lock_t *lock; omp_nest_lock_t *nest; int *counter, *nested; };
extern "C" const threads_globals_t gpump_threads_host;
__constant__ threads_globals_t gpump_globals;
GPUMP_GLOBALS(gpump_globals, gpump_threads_host);

struct sum_to_parallel0_t {
    int n, *sum;
};

__global__ void sum_to_parallel0(gpump_team_t team, sum_to_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    int sum = 0;
    for (int i : gpump_for(gpump_range<int>(1, '<', shared.n + 1, 1)))
        sum += i;
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(sum_to_parallel0, sum_to_parallel0_t, .file = "threads.c", .line = 35, .kernel = gpump_kernel<sum_to_parallel0>,
    .pointers = {GPUMP_POINTERS(sum)});

struct count_on_device_parallel0_t {
    int n;
};

__global__ void count_on_device_parallel0(gpump_team_t team, count_on_device_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    omp_lock_t &lock = *gpump_globals.lock;
    omp_nest_lock_t &nest = *gpump_globals.nest;
    for (int i : gpump_for(gpump_range<int>(0, '<', shared.n, 1))) {
        (void)i;
        omp_set_lock(&lock);
        ++*(volatile int *)gpump_globals.counter;
        omp_unset_lock(&lock);
        omp_set_nest_lock(&nest);
        *(volatile int *)gpump_globals.nested += omp_test_nest_lock(&nest) == 2;
        omp_unset_nest_lock(&nest);
        omp_unset_nest_lock(&nest);
    }
}
GPUMP_REGION(count_on_device_parallel0, count_on_device_parallel0_t, .file = "threads.c", .line = 44,
    .kernel = gpump_kernel<count_on_device_parallel0>);

struct team_is_parallel0_t {
    int *size;
};

__global__ void team_is_parallel0(gpump_team_t team, team_is_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    if (gpump_master())
        *shared.size = omp_get_num_threads();
}
GPUMP_REGION(team_is_parallel0, team_is_parallel0_t, .file = "threads.c", .line = 60, .kernel = gpump_kernel<team_is_parallel0>,
    .shows_team = GPUMP_SHOWN, .pointers = {GPUMP_POINTERS(size)});
