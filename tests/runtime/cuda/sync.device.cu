#include <gpump_device.h>

#define MOST 128

struct sync_globals_t {
    int (*marks)[MOST], *total, *entered, (*names)[3];
};
extern "C" const sync_globals_t sync_host;
static __constant__ sync_globals_t sync_globals;
GPUMP_GLOBALS(sync_globals, sync_host);

GPUMP_CRITICAL(table);

__device__ static void in_critical(int *where)
{
    /* sync.c:10: #pragma omp critical(table) */
    gpump_lock(&gpump_critical_table);
    *where = *where + 1;
    gpump_unlock(&gpump_critical_table);
}

struct main_parallel0_t {
    int *size, *masters, *wrong, *singles;
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    int me = omp_get_thread_num(), k;
    /* sync.c:29: #pragma omp master */
    if (gpump_master()) {
        *shared.size = omp_get_num_threads();
        (*shared.masters)++;
    }
    for (k = 0; k < 10; k++) {
        (*sync_globals.marks)[me] = k;
        /* sync.c:36: #pragma omp barrier */
        gpump_barrier();
        if ((*sync_globals.marks)[(me + 1) % omp_get_num_threads()] != k)
            gpump_atomic_add(shared.wrong, 1);
        gpump_barrier();
    }
    for (k = 0; k < 10; k++) {
        /* sync.c:43: #pragma omp single nowait */
        if (gpump_single_nowait())
            gpump_atomic_add(shared.singles, 1);
    }
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "sync.c", .line = 26,
    .kernel = gpump_kernel<main_parallel0>);

struct main_parallel1_t {
    long *values;
    double *x;
    unsigned char *byte;
    short *half;
    float *f;
    unsigned long long *wide;
};

__global__ void main_parallel1(gpump_team_t team, main_parallel1_t shared)
{
    if (!gpump_enter(team))
        return;
    long a[2];
    double b;
    /* sync.c:54: #pragma omp single copyprivate(a, b) */
    if (gpump_single()) {
        a[0] = 17;
        a[1] = 4;
        b = 0.5;
    }
    gpump_copyprivate(0, a, b);
    /* sync.c:60: #pragma omp critical */
    gpump_lock(&gpump_unnamed_critical);
    {
        shared.values[0] += a[0] + a[1];
        *shared.x += b;
        (*sync_globals.entered)++;
    }
    gpump_unlock(&gpump_unnamed_critical);
    in_critical(sync_globals.total);
    gpump_atomic_add(shared.byte, 3);
    gpump_atomic_sub(shared.half, 1);
    gpump_atomic_add(shared.f, 0.25f);
    gpump_atomic_shl(shared.wide, 1);
}
GPUMP_REGION(main_parallel1, main_parallel1_t, .file = "sync.c", .line = 50,
    .kernel = gpump_kernel<main_parallel1>);

struct main_parallel2_t {
    int *seen, *first;
};

__global__ void main_parallel2(gpump_team_t team, main_parallel2_t shared)
{
    if (!gpump_enter(team))
        return;
    int first;
    /* sync.c:80: #pragma omp parallel sections lastprivate(first) */
    if (gpump_section(0, 3)) {
        shared.seen[0]++;
    }
    if (gpump_section(1, 3)) {
        shared.seen[1]++;
        first = 1;
    }
    if (gpump_section(2, 3)) {
        shared.seen[2]++;
        first = 2;
        *shared.first = first; /* the last section's value */
    }
}
GPUMP_REGION(main_parallel2, main_parallel2_t, .file = "sync.c", .line = 80,
    .kernel = gpump_kernel<main_parallel2>);

struct main_parallel3_t {
    int *inner;
};

__global__ void main_parallel3(gpump_team_t team, main_parallel3_t shared)
{
    if (!gpump_enter(team))
        return;
    int inner = 0;
    /* sync.c:100: #pragma omp parallel for reduction(+ : inner), a team of one */
    gpump_nested_begin();
    for (int i = 0; i < 10; i++)
        inner += omp_get_num_threads() + omp_get_thread_num();
    gpump_nested_end();
    gpump_reduce_add(shared.inner, inner);
}
GPUMP_REGION(main_parallel3, main_parallel3_t, .file = "sync.c", .line = 97,
    .kernel = gpump_kernel<main_parallel3>);

struct main_parallel4_t {
    omp_lock_t *lock;
    omp_nest_lock_t *nest;
};

__global__ void main_parallel4(gpump_team_t team, main_parallel4_t shared)
{
    if (!gpump_enter(team))
        return;
    int k;
    for (k = 0; k < 3; k++) {
        omp_set_lock(shared.lock);
        (*sync_globals.names)[0]++;
        omp_unset_lock(shared.lock);
        omp_set_nest_lock(shared.nest);
        omp_set_nest_lock(shared.nest);
        (*sync_globals.names)[1]++;
        omp_unset_nest_lock(shared.nest);
        (*sync_globals.names)[1]++;
        omp_unset_nest_lock(shared.nest);
        while (!omp_test_lock(shared.lock))
            ;
        (*sync_globals.names)[2] += omp_test_nest_lock(shared.nest) ? (omp_unset_nest_lock(shared.nest), 1) : 1;
        omp_unset_lock(shared.lock);
    }
}
GPUMP_REGION(main_parallel4, main_parallel4_t, .file = "sync.c", .line = 108,
    .kernel = gpump_kernel<main_parallel4>);

struct main_parallel5_t {
    volatile int *flag;
    int *data, *got;
};

__global__ void main_parallel5(gpump_team_t team, main_parallel5_t shared)
{
    if (!gpump_enter(team))
        return;
    if (omp_get_thread_num() == 1) {
        *shared.data = 42;
        gpump_flush();
        *shared.flag = 1;
        gpump_flush();
    } else if (omp_get_thread_num() == 0) {
        while (!*shared.flag) {
            gpump_flush();
        }
        gpump_flush();
        *shared.got = *shared.data;
    }
}
GPUMP_REGION(main_parallel5, main_parallel5_t, .file = "sync.c", .line = 137,
    .kernel = gpump_kernel<main_parallel5>);
