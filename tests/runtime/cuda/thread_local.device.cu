#include <gpump_device.h>

struct thread_local_globals_t { int *counter; double (*table)[3000]; };
extern "C" thread_local_globals_t gpump_thread_local_host;
typedef double table_t[3000];
GPUMP_THREADPRIVATE_STATIC(int, counter, gpump_thread_local_host.counter);
GPUMP_THREADPRIVATE_STATIC(table_t, table, gpump_thread_local_host.table);

struct main_parallel0_t {};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t)
{
    if (!gpump_enter(team))
        return;
    int &counter = gpump_mine(counter);
    double(&table)[3000] = gpump_mine(table);
    counter += omp_get_thread_num();
    if (omp_get_thread_num() == 0)
        table[2999] += table[0] + table[1];
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "thread_local.c", .line = 17, .kernel = gpump_kernel<main_parallel0>,
    .shows_team = GPUMP_SHOWN);

struct main_parallel1_t {
    int *sum;
    double *total;
};

__global__ void main_parallel1(gpump_team_t team, main_parallel1_t shared)
{
    if (!gpump_enter(team))
        return;
    gpump_copyin(gpump_threadprivate_counter, gpump_threadprivate_table);
    int sum = 0;
    double total = 0;
    sum += gpump_mine(counter);
    total += gpump_mine(table)[2999];
    gpump_reduce_add(shared.sum, sum);
    gpump_reduce_add(shared.total, total);
}
GPUMP_REGION(main_parallel1, main_parallel1_t, .file = "thread_local.c", .line = 28, .kernel = gpump_kernel<main_parallel1>,
    .shows_team = GPUMP_SHOWN, .pointers = {GPUMP_POINTERS(sum, total)});
