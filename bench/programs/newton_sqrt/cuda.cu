/* Square roots of a vector of doubles by Newton's method. One thread for each element. */
#include <math.h>

#include "../bench_cuda.h"

__device__ double newton(double a)
{
    double x = 0.5 * (a + 1), last;

    do {
        last = x;
        x = 0.5 * (x + a / x);
    } while (fabs(last - x) > 1e-12 * x);
    return x;
}

__global__ void newton_sqrt(int n, const double *__restrict__ a, double *__restrict__ root)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        root[i] = newton(a[i]);
}

static void launch(int n, const double *a, double *root)
{
    const int threads = 256;

    bench_kernels_begin();
    newton_sqrt<<<(n + threads - 1) / threads, threads>>>(n, a, root);
    bench_kernels_end();
}

static void fill(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = 1 + 999 * bench_number(i);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    double *a = bench_host_array<double>(n), *root = bench_host_array<double>(n);
    double *device_a = bench_device_array<double>(n), *device_root = bench_device_array<double>(n);
    double sum = 0;

    for (int r = 0; r <= repeats; r++) {
        fill(n, a);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_a, a, n);
        launch(n, device_a, device_root);
        bench_to_host(root, device_root, n);
        bench_consume(root, n * sizeof *root);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_a, device_root);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }

    bench_to_host(root, device_root, n);
    for (int i = 0; i < n; i++)
        sum += root[i];
    printf("%.12g %.12g %.12g %.12g\n", sum, root[0], root[n / 2], root[n - 1]);
    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_root));
    bench_host_free(a);
    bench_host_free(root);
    return 0;
}
