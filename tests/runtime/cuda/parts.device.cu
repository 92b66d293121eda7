#include <gpump_device.h>

struct run_t {
    int n;
    double *b;
    const double *a;
    double *sum;
    long *seen;
};

/* The parameters that stand by themselves are not the first members, nor in their order. */
__global__ void run_for0(gpump_team_t gpump_team, run_t shared, const double *const __restrict__ a, double *const __restrict__ b)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    const int n = shared.n;
    for (int i : gpump_for(gpump_team, gpump_range<int>(0, '<', n, 1)))
        b[i] = 2 * a[i];
}
GPUMP_REGION(run_for0, run_t, .file = "parts.c", .line = 12,
    .kernel = gpump_kernel<run_for0>, .is_bare = true, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, const int n = shared.n; return gpump_iterations(gpump_range<int>(0, '<', n, 1));),
    .pointers = {GPUMP_POINTERS(a, b)});

__global__ void run_for1(gpump_team_t gpump_team, run_t shared)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    const int n = shared.n;
    double sum = 0;
    const double *const a = shared.a;
    for (int i : gpump_for(gpump_team, gpump_range<int>(0, '<', n, 1)))
        sum += a[i];
    gpump_result_add(gpump_team, 0, shared.sum, sum);
}
GPUMP_REGION(run_for1, run_t, .file = "parts.c", .line = 15,
    .kernel = gpump_kernel<run_for1>, .is_bare = true, .reductions = 1, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, const int n = shared.n; return gpump_iterations(gpump_range<int>(0, '<', n, 1));),
    .pointers = {GPUMP_POINTERS(sum, a)});

/* It needs its team, and the host, which is asked to print. */
__global__ void run_for2(gpump_team_t gpump_team, run_t shared)
{
    if (!gpump_enter(gpump_team))
        return;
    const int n = shared.n;
    long seen = 0;
    double *const b = shared.b;
    const double sum = *shared.sum;
    for (int i : gpump_for_dynamic(gpump_range<int>(0, '<', n, 1), 3)) {
        if (i == n - 1)
            gpump_printf("%g\n", sum);
        b[i] += sum;
        seen += i;
    }
    gpump_result_add(shared.seen, seen);
}
GPUMP_REGION(run_for2, run_t, .file = "parts.c", .line = 18,
    .kernel = gpump_kernel<run_for2>,
    .pointers = {GPUMP_POINTERS(b, sum, seen)});

__global__ void run_for3(gpump_team_t gpump_team, run_t shared, double *const __restrict__ b)
{
    if (!gpump_enter_bare(gpump_team))
        return;
    const int n = shared.n;
    const long seen = *shared.seen;
    for (int i : gpump_for(gpump_team, gpump_range<int>(n - 1, '>' + GPUMP_OR_EQUAL, 0, -1)))
        b[i] += seen;
}
GPUMP_REGION(run_for3, run_t, .file = "parts.c", .line = 25,
    .kernel = gpump_kernel<run_for3>, .is_bare = true, .is_independent = true,
    .iterations = GPUMP_ITERATIONS(shared, const int n = shared.n; return gpump_iterations(gpump_range<int>(n - 1, '>' + GPUMP_OR_EQUAL, 0, -1));),
    .pointers = {GPUMP_POINTERS(b, seen)});

GPUMP_REGION(run, run_t, .file = "parts.c", .line = 10,
    .parts = {&run_for0_region, &run_for1_region, &run_for2_region, &run_for3_region});
