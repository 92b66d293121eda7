#include <gpump_device.h>
#include <gpump_complex_functions.h>

struct each_parallel0_t {
    gpump_complex<double> *a;
    gpump_complex<float> *b;
    int n;
};

__global__ void each_parallel0(gpump_team_t team, each_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    for (int i : gpump_for(gpump_range<int>(0, '<', shared.n, 1))) {
        shared.a[i] = gpump_cexp(shared.a[i] / 8) + gpump_csqrt(shared.a[i]) * gpump_conj(shared.b[i]);
        shared.b[i] /= 2 + gpump_cabsf(shared.b[i]);
        gpump_imag(shared.b[i]) = gpump_creal(gpump_cpow(shared.a[i], 2)) > 0 ? 1 : -1;
    }
}

GPUMP_REGION(each_parallel0, each_parallel0_t, .file = "complex.c", .line = 8,
    .kernel = gpump_kernel<each_parallel0>,
    .pointers = {GPUMP_POINTERS(a, b)});

struct dot_parallel1_t {
    const gpump_complex<double> *a;
    const gpump_complex<float> *b;
    gpump_complex<double> *sum;
    gpump_complex<float> *product;
    int n;
};

__global__ void dot_parallel1(gpump_team_t team, dot_parallel1_t shared)
{
    if (!gpump_enter(team))
        return;
    gpump_complex<double> sum = 0;
    gpump_complex<float> product = 1;
    for (int i : gpump_for(gpump_range<int>(0, '<', shared.n, 1))) {
        sum += shared.a[i] * shared.b[i];
        product *= i % 7 ? 1 : gpump_complex<float>(0, 1);
    }
    gpump_result_add(shared.sum, sum);
    gpump_result_mul(shared.product, product);
}

GPUMP_REGION(dot_parallel1, dot_parallel1_t, .file = "complex.c", .line = 21,
    .kernel = gpump_kernel<dot_parallel1>,
    .pointers = {GPUMP_POINTERS(a, b, sum, product)});
