#include <gpump_device.h>

/* reduction.c:8: #pragma omp parallel for reduction(+ : sum) if (n > 4) */
struct dot_parallel0_t {
    const double *a, *b;
    double *sum;
    int n;
};

__global__ void dot_parallel0(gpump_team_t team, dot_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    double sum = 0;
    for (int i : gpump_for(gpump_range<int>(0, '<', shared.n, 1)))
        sum += shared.a[i] * shared.b[i];
    gpump_reduce_add(shared.sum, sum);
}

GPUMP_REGION(dot_parallel0, dot_parallel0_t, .file = "reduction.c", .line = 8,
    .kernel = gpump_kernel<dot_parallel0>,
    .pointers = {GPUMP_POINTERS(a, b, sum)});

/* reduction.c:19: #pragma omp parallel for num_threads(threads) reduction(&& : all) ... schedule(static) */
struct count_parallel1_t {
    int *all, *any, *bits, *product;
    unsigned char *ones;
    float *least;
    const int *values;
    int n;
};

__global__ void count_parallel1(gpump_team_t team, count_parallel1_t shared)
{
    if (!gpump_enter(team))
        return;
    int all = 1, any = 0, bits = 0, product = 1;
    unsigned char ones = (unsigned char)~0;
    float least = 0;
    for (int i : gpump_for_static(gpump_range<int>(0, '<', shared.n, 1))) {
        all = all && shared.values[i] > 0;
        any = any || shared.values[i] == 7;
        bits |= shared.values[i];
        product *= shared.values[i] == 3 ? 3 : 1;
        ones &= (unsigned char)~(shared.values[i] == 5 ? 4 : 0);
        least -= 0.5f;
    }
    gpump_result_logical_and(shared.all, all);
    gpump_result_logical_or(shared.any, any);
    gpump_result_or(shared.bits, bits);
    gpump_result_mul(shared.product, product);
    gpump_result_and(shared.ones, ones);
    gpump_result_sub(shared.least, least);
}

GPUMP_REGION(count_parallel1, count_parallel1_t, .file = "reduction.c", .line = 19,
    .kernel = gpump_kernel<count_parallel1>);
