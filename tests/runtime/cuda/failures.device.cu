#include <gpump_device.h>

struct failures_parallel0_t {
    int *values, *size;
    int kind;
    int (*function)();
};

__global__ void failures_parallel0(gpump_team_t team, failures_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    if (gpump_master())
        *shared.size = omp_get_num_threads();
    shared.values[omp_get_thread_num() % 100] = 1;
    if (shared.kind == 1 && gpump_master())
        gpump_function(shared.function)();
    if (shared.kind == 2 && gpump_master())
        gpump___assert_fail("1 == 2", "failures.c", 20, __func__);
    if (shared.kind == 3 && gpump_master())
        gpump_free(&shared.values[1]);
    if (shared.kind == 4 && gpump_master()) {
        char *text = gpump_malloc(300000);
        gpump_memset(text, 'a', 299999);
        text[299999] = 0;
        *shared.size = gpump_snprintf(text, 300000, "%s", text);
    }
    if (shared.kind == 5 && gpump_master())
        omp_free(omp_alloc(8, omp_null_allocator), omp_null_allocator);
}
GPUMP_REGION(failures_parallel0, failures_parallel0_t, .file = "failures.c", .line = 35,
    .kernel = gpump_kernel<failures_parallel0>,
    .pointers = {GPUMP_POINTERS(values, size)});

struct failures_parallel1_t {};

__global__ void failures_parallel1(gpump_team_t team, failures_parallel1_t)
{
    if (!gpump_enter_bare(team))
        return;
    gpump_barrier();
}
GPUMP_REGION(failures_parallel1, failures_parallel1_t, .file = "failures.c", .line = 60,
    .kernel = gpump_kernel<failures_parallel1>, .is_bare = true, .reductions = 1);
