#include <gpump_device.h>

struct work_parallel0_t {
    int *data, *sum;
};

__global__ void work_parallel0(gpump_team_t team, work_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    int sum = 0;
    for (int i : gpump_for(gpump_range<int>(0, '<', 100, 1))) {
        shared.data[i] += i;
        sum += shared.data[i];
    }
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(work_parallel0, work_parallel0_t, .file = "hosts.c", .line = 13,
    .kernel = gpump_kernel<work_parallel0>,
    .pointers = {GPUMP_POINTERS(data, sum)});
