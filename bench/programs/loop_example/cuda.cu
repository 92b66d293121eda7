/*
 * The thesis's loop example (Appendix C): the mean of each two neighbours. The elements are float, the division is
 * double's. One thread for each element; the neighbour's value comes from the cache.
 */
#include "../bench_cuda.h"

__global__ void a1(int n, const float *__restrict__ a, float *__restrict__ b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= 1 && i < n)
        b[i] = (a[i] + a[i - 1]) / 2.0;
}

static void launch(int n, const float *a, float *b)
{
    const int threads = 256;

    bench_kernels_begin();
    a1<<<(n + threads - 1) / threads, threads>>>(n, a, b);
    bench_kernels_end();
}

static void fill(int n, float *a, float *b)
{
    for (int i = 0; i < n; i++)
        a[i] = 0.5f + (float)i;
    b[0] = 0;
}

static void print(int n, const float *b)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += b[i];
    printf("%.9g %.9g %.9g %.9g\n", sum, b[1], b[n / 2], b[n - 1]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    float *a = bench_host_array<float>(n), *b = bench_host_array<float>(n);
    float *device_a = bench_device_array<float>(n);
    float *device_b = bench_device_array<float>(n);

    for (int r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_a, a, n);
        launch(n, device_a, device_b);
        bench_to_host(b + 1, device_b + 1, n - 1);
        bench_consume(b, n * sizeof *b);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_a, device_b);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }

    bench_to_host(b + 1, device_b + 1, n - 1);
    print(n, b);
    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_b));
    bench_host_free(a);
    bench_host_free(b);
    return 0;
}
