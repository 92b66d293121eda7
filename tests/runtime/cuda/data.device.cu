#include <gpump_device.h>

struct data_globals_t {
    int *counter;
    double (*table)[3];
    int (*twice)(int), (*square)(int);
    int *calls;
};
extern "C" const data_globals_t data_host;
static __constant__ data_globals_t data_globals;
GPUMP_GLOBALS(data_globals, data_host);

/* data.c:8: #pragma omp threadprivate(counter, table) */
GPUMP_THREADPRIVATE_STATIC(int, counter, data_host.counter);
GPUMP_THREADPRIVATE_STATIC(double[3], table, data_host.table);

struct node {
    int value;
    struct node *next;
    int (*change)(int);
};

__device__ static int twice(int x) { return 2 * x; }
__device__ static int square(int x) { return x * x; }
GPUMP_FUNCTION(twice, data_host.twice);
GPUMP_FUNCTION(square, data_host.square);

__device__ static int counted(int x)
{
    gpump_atomic_add(data_globals.calls, 1);
    return x + gpump_mine(counter);
}

struct main_parallel0_t {
    int *sum, *size;
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    int sum = 0;
    sum += gpump_mine(counter) + (int)gpump_mine(table)[2];
    gpump_mine(counter) += omp_get_thread_num();
    if (gpump_master())
        *shared.size = omp_get_num_threads();
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "data.c", .line = 35,
    .kernel = gpump_kernel<main_parallel0>);

struct main_parallel1_t {
    int *sum;
};

__global__ void main_parallel1(gpump_team_t team, main_parallel1_t shared)
{
    if (!gpump_enter(team))
        return;
    int sum = 0;
    sum += counted(0) - omp_get_thread_num();
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(main_parallel1, main_parallel1_t, .file = "data.c", .line = 44,
    .kernel = gpump_kernel<main_parallel1>);

__global__ void main_parallel2(gpump_team_t team, main_parallel1_t shared)
{
    if (!gpump_enter(team))
        return;
    gpump_copyin(gpump_threadprivate_counter, gpump_threadprivate_table);
    int sum = 0;
    gpump_mine(counter)++;
    sum += gpump_mine(counter) + (int)(gpump_mine(table)[1] * 4);
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(main_parallel2, main_parallel1_t, .file = "data.c", .line = 50,
    .kernel = gpump_kernel<main_parallel2>);

struct main_parallel3_t {
    int start[4], offset;
    struct node pair;
    int *sum;
};

__global__ void main_parallel3(gpump_team_t team, main_parallel3_t shared)
{
    if (!gpump_enter(team))
        return;
    /* firstprivate: the argument structure is each thread's own */
    int(&start)[4] = shared.start;
    int &offset = shared.offset;
    struct node &pair = shared.pair;
    int sum = 0;
    start[1] += offset++;
    pair.value += offset;
    sum += start[1] + pair.value;
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(main_parallel3, main_parallel3_t, .file = "data.c", .line = 58,
    .kernel = gpump_kernel<main_parallel3>);

struct main_parallel4_t {
    struct node *list;
};

__global__ void main_parallel4(gpump_team_t team, main_parallel4_t shared)
{
    if (!gpump_enter(team))
        return;
    struct node *p;
    for (p = shared.list; p; p = p->next) {
        if (gpump_single_nowait())
            p->value = gpump_function(p->change)(p->value);
    }
}
GPUMP_REGION(main_parallel4, main_parallel4_t, .file = "data.c", .line = 73,
    .kernel = gpump_kernel<main_parallel4>,
    .pointers = {GPUMP_POINTERS(list)});
