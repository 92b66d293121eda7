/* Vector add: c = a + b, in float. One thread for each element. */
#include "../bench_cuda.h"

__global__ void vector_add(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

static void launch(int n, const float *a, const float *b, float *c)
{
    const int threads = 256;

    bench_kernels_begin();
    vector_add<<<(n + threads - 1) / threads, threads>>>(n, a, b, c);
    bench_kernels_end();
}

static void fill(int n, float *a, float *b)
{
    for (int i = 0; i < n; i++) {
        a[i] = (float)bench_number(i);
        b[i] = 1 + (float)i / n;
    }
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    float *a = bench_host_array<float>(n), *b = bench_host_array<float>(n), *c = bench_host_array<float>(n);
    float *device_a = bench_device_array<float>(n);
    float *device_b = bench_device_array<float>(n);
    float *device_c = bench_device_array<float>(n);
    double sum = 0;

    for (int r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_a, a, n);
        bench_to_device(device_b, b, n);
        launch(n, device_a, device_b, device_c);
        bench_to_host(c, device_c, n);
        bench_consume(c, n * sizeof *c);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_a, device_b, device_c);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }

    bench_to_host(c, device_c, n);
    for (int i = 0; i < n; i++)
        sum += c[i];
    printf("%.9g %.9g %.9g %.9g\n", sum, c[0], c[n / 2], c[n - 1]);
    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_b));
    CUDA(cudaFree(device_c));
    bench_host_free(a);
    bench_host_free(b);
    bench_host_free(c);
    return 0;
}
