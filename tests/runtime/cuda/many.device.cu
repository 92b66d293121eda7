#include <gpump_device.h>

struct main_parallel0_t {
    int *count;
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    int count = 0;
    count += 1 + omp_get_thread_num();
    gpump_reduce_add(shared.count, count);
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "many.c", .line = 15,
    .kernel = gpump_kernel<main_parallel0>,
    .pointers = {GPUMP_POINTERS(count)});

struct main_parallel1_t {
    int *last, *errors;
};

__global__ void main_parallel1(gpump_team_t team, main_parallel1_t shared)
{
    if (!gpump_enter(team))
        return;
    int i, errors = 0;
    for (i = 0; i < 300; i++) {
        int me = omp_get_thread_num();
        shared.last[me] = i;
        gpump_barrier();
        errors += shared.last[(me + 1) % omp_get_num_threads()] != i;
        gpump_barrier();
    }
    gpump_reduce_add(shared.errors, errors);
}
GPUMP_REGION(main_parallel1, main_parallel1_t, .file = "many.c", .line = 21,
    .kernel = gpump_kernel<main_parallel1>,
    .pointers = {GPUMP_POINTERS(last, errors)});

struct main_parallel2_t {
    double *sum;
};

__global__ void main_parallel2(gpump_team_t team, main_parallel2_t shared)
{
    if (!gpump_enter(team))
        return;
    int i;
    for (i = 0; i < 200; i++) {
        double sum = 0;
        for (int k : gpump_for(gpump_range<int>(0, '<', 50, 1)))
            sum += k;
        gpump_reduce_add(shared.sum, sum);
        gpump_barrier();
    }
}
GPUMP_REGION(main_parallel2, main_parallel2_t, .file = "many.c", .line = 31,
    .kernel = gpump_kernel<main_parallel2>,
    .pointers = {GPUMP_POINTERS(sum)});
