/*
 * Dense matrix product: c = a b, in float, as three loops. One thread for each element of the product, neighbours in a
 * row: they read neighbours of b, and the same element of a. The matrices have n rows and columns.
 */
#include "../bench_cuda.h"

__global__ void multiply(int n, const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (i >= n || j >= n)
        return;
    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}

static void launch(int n, const float *a, const float *b, float *c)
{
    const dim3 threads(32, 8), blocks((n + threads.x - 1) / threads.x, (n + threads.y - 1) / threads.y);

    bench_kernels_begin();
    multiply<<<blocks, threads>>>(n, a, b, c);
    bench_kernels_end();
}

/* Multiples of 1/8 between -1 and 1, of which float adds up products without an error, in any order. */
static void fill(int n, float *a, float *b)
{
    for (int i = 0; i < n * n; i++) {
        a[i] = (float)((int)(bench_number(2 * i) * 16) - 8) / 8;
        b[i] = (float)((int)(bench_number(2 * i + 1) * 16) - 8) / 8;
    }
}

static void print(int n, const float *c)
{
    double sum = 0, weighted = 0;

    for (int i = 0; i < n * n; i++) {
        sum += c[i];
        weighted += c[i] * (double)(i % 97);
    }
    printf("%.12g %.12g %.9g %.9g\n", sum, weighted, c[n / 2 * n + n / 3], c[n * n - 1]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    size_t count = (size_t)n * n;
    float *a = bench_host_array<float>(count), *b = bench_host_array<float>(count), *c = bench_host_array<float>(count);
    float *device_a = bench_device_array<float>(count);
    float *device_b = bench_device_array<float>(count);
    float *device_c = bench_device_array<float>(count);

    for (int r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_a, a, count);
        bench_to_device(device_b, b, count);
        launch(n, device_a, device_b, device_c);
        bench_to_host(c, device_c, count);
        bench_consume(c, count * sizeof *c);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_a, device_b, device_c);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }

    bench_to_host(c, device_c, count);
    print(n, c);
    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_b));
    CUDA(cudaFree(device_c));
    bench_host_free(a);
    bench_host_free(b);
    bench_host_free(c);
    return 0;
}
