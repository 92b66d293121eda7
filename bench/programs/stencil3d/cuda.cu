/*
 * 3D stencil of seven points, in double: each sweep makes of each inner point of a cube a mean of itself and its six
 * neighbours, from one array into another. The cube has n points along each edge.
 *
 * A block has 32 by 8 threads, the former along the rows. A thread goes through DEPTH planes and keeps the points
 * below and above in registers; those beside come from the cache.
 */
#include "../bench_cuda.h"

const int SWEEPS = 100, DEPTH = 8;

__global__ void sweep(int n, const double *__restrict__ a, double *__restrict__ b)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    int begin = 1 + blockIdx.z * DEPTH, end = begin + DEPTH < n - 1 ? begin + DEPTH : n - 1;
    int at = (begin * n + j) * n + k;

    if (j < 1 || j >= n - 1 || k < 1 || k >= n - 1)
        return;
    double below = a[at - n * n], here = a[at];
    for (int i = begin; i < end; i++) {
        double above = a[at + n * n];
        b[at] = 0.4 * here + 0.1 * (a[at - 1] + a[at + 1] + a[at - n] + a[at + n] + below + above);
        below = here;
        here = above;
        at += n * n;
    }
}

static void launch(int n, const double *a, double *b)
{
    const dim3 threads(32, 8);
    const dim3 blocks((n + threads.x - 1) / threads.x, (n + threads.y - 1) / threads.y, (n - 2 + DEPTH - 1) / DEPTH);

    bench_kernels_begin();
    sweep<<<blocks, threads>>>(n, a, b);
    bench_kernels_end();
}

static void fill(int n, double *a, double *b)
{
    for (int i = 0; i < n * n * n; i++)
        a[i] = bench_number(i);
    memcpy(b, a, (size_t)n * n * n * sizeof *a);
}

static void print(int n, const double *a)
{
    double sum = 0;

    for (int i = 0; i < n * n * n; i++)
        sum += a[i];
    printf("%.12g %.12g %.12g %.12g\n", sum, a[0], a[(n / 2 * n + n / 2) * n + n / 2],
           a[(n * n + n) * (n - 2) + n / 3]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    size_t count = (size_t)n * n * n;
    double *a = bench_host_array<double>(count), *b = bench_host_array<double>(count);
    double *device_a = bench_device_array<double>(count);
    double *device_b = bench_device_array<double>(count);

    for (int r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_a, a, count);
        bench_to_device(device_b, b, count);
        launch(n, device_a, device_b);
        bench_to_host(b, device_b, count);
        bench_consume(b, count * sizeof *b);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_a, device_b);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }
    bench_to_host(b, device_b, count);
    print(n, b);
    for (int r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "sweeps" : "warm-up");
        bench_to_device(device_a, a, count);
        bench_to_device(device_b, b, count);
        for (int s = 0; s < SWEEPS; s++) {
            launch(n, device_a, device_b);
            double *swap = device_a;
            device_a = device_b;
            device_b = swap;
        }
        bench_to_host(a, device_a, count);
        bench_consume(a, count * sizeof *a);
        bench_phase_end();
    }

    print(n, a);
    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_b));
    bench_host_free(a);
    bench_host_free(b);
    return 0;
}
