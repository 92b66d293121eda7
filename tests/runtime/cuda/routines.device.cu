#include <gpump_device.h>

struct tell_of_region_parallel0_t {
    int *wrong, *sum, (*told)[8];
    char **kept;
};

__global__ void tell_of_region_parallel0(gpump_team_t team, tell_of_region_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    int me = omp_get_thread_num(), size = omp_get_num_threads(), bad = 0, chunk, *block;
    omp_sched_t kind;
    omp_get_schedule(&kind, &chunk);
    bad += omp_get_level() != 1 || omp_get_active_level() != (size > 1);
    bad += omp_get_ancestor_thread_num(0) != 0 || omp_get_ancestor_thread_num(1) != me || omp_get_ancestor_thread_num(2) != -1;
    bad += omp_get_team_size(0) != 1 || omp_get_team_size(1) != size || omp_get_team_size(-1) != -1;
    bad += (kind & 0xf) != omp_sched_dynamic || chunk != 3;
    bad += omp_get_num_teams() != 1 || omp_get_team_num() != 0 || omp_in_final();
    bad += !omp_is_initial_device() || omp_get_device_num() != omp_get_initial_device();
    block = (int *)omp_alloc(100 * sizeof *block, omp_default_mem_alloc);
    block[99] = me;
    block = (int *)omp_realloc(block, 1000 * sizeof *block, omp_default_mem_alloc, omp_default_mem_alloc);
    bad += block[99] != me;
    omp_free(block, omp_null_allocator);
    gpump_atomic_add(shared.wrong, bad);
    gpump_atomic_add(shared.sum, me);
    if (me == 0) {
        (*shared.told)[0] = omp_get_max_teams();
        (*shared.told)[1] = omp_get_teams_thread_limit();
        (*shared.told)[2] = omp_get_default_device();
        (*shared.told)[3] = omp_get_num_places();
        (*shared.told)[4] = omp_get_cancellation();
        (*shared.told)[5] = omp_get_max_task_priority();
        (*shared.told)[6] = omp_get_proc_bind();
        (*shared.told)[7] = omp_get_thread_limit();
        *shared.kept = (char *)omp_calloc(10, 10, omp_null_allocator);
    }
}
GPUMP_REGION(tell_of_region_parallel0, tell_of_region_parallel0_t, .file = "routines.c", .line = 111,
    .kernel = gpump_kernel<tell_of_region_parallel0>, .shows_team = GPUMP_SHOWN,
    .pointers = {GPUMP_POINTERS(wrong, sum, told, kept)});
