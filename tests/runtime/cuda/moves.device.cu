#include <gpump_device.h>

#define N 131072

struct moves_globals_t {
    double (*fixed)[N];
};
extern "C" const moves_globals_t moves_host;
static __constant__ moves_globals_t moves_globals;
GPUMP_GLOBALS(moves_globals, moves_host);

/* moves.c:13: #pragma omp parallel for */
struct sweep_parallel0_t {
    int n;
    double *a;
};

__global__ void sweep_parallel0(gpump_team_t team, sweep_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    const int n = shared.n;
    double *const a = shared.a;
    for (int i : gpump_for(gpump_range<int>(0, '<', n, 1)))
        a[i] += 1;
}
GPUMP_REGION(sweep_parallel0, sweep_parallel0_t, .file = "moves.c", .line = 13,
    .kernel = gpump_kernel<sweep_parallel0>, .is_independent = true,
    .pointers = {GPUMP_POINTERS(a)});

/* moves.c:24: #pragma omp parallel for reduction(+ : sum, different) reduction(&& : all) */
struct report_parallel0_t {
    const double *a, *local;
    double *sum;
    long *different;
    bool *all;
};

__global__ void report_parallel0(gpump_team_t team, report_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    const double *const a = shared.a, *const local = shared.local;
    double sum = 0;
    long different = 0;
    bool all = 1;
    for (int i : gpump_for(gpump_range<int>(0, '<', N, 1))) {
        sum += a[i] + local[i % 1000];
        different += a[i] != a[0];
        all = all && a[i] >= 0;
    }
    gpump_result_add(shared.sum, sum);
    gpump_result_add(shared.different, different);
    gpump_result_logical_and(shared.all, all);
}
GPUMP_REGION(report_parallel0, report_parallel0_t, .file = "moves.c", .line = 24,
    .kernel = gpump_kernel<report_parallel0>, .is_independent = true,
    .pointers = {GPUMP_POINTERS(a, local, sum, different, all)});

/* moves.c:51: #pragma omp parallel for */
struct main_parallel0_t {
    double (*local)[N];
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    double(&local)[N] = *shared.local;
    double(&fixed)[N] = *moves_globals.fixed;
    for (int k : gpump_for(gpump_range<int>(0, '<', N, 1)))
        fixed[k] += local[k] += k;
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "moves.c", .line = 51,
    .kernel = gpump_kernel<main_parallel0>,
    .pointers = {GPUMP_POINTERS(local)},
    .objects = {GPUMP_OBJECTS(moves_host, fixed)});
