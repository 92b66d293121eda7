/*
 * Jacobi's method for Laplace's equation on a square grid, in double. One thread
 * for each inner point, in blocks whose rows are a warp long; what neighbours
 * share comes from the cache. Two grids take turns.
 */
#include "../bench_cuda.h"

const int SWEEPS = 100;

__global__ void sweep(int n, const double *__restrict__ u, double *__restrict__ next)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x + 1, i = blockIdx.y * blockDim.y + threadIdx.y + 1;

    if (i < n - 1 && j < n - 1)
        next[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

/* After an even number of sweeps the result is in u. */
static void sweeps(int n, double *u, double *next, int count)
{
    const dim3 block(32, 8);
    const dim3 grid((n - 2 + block.x - 1) / block.x, (n - 2 + block.y - 1) / block.y);

    bench_kernels_begin();
    for (int k = 0; k < count; k++) {
        sweep<<<grid, block>>>(n, u, next);
        double *swap = u;
        u = next;
        next = swap;
    }
    bench_kernels_end();
}

static void fill(int n, double *u, double *next)
{
    for (int i = 0; i < n * n; i++)
        u[i] = next[i] = bench_number(i);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    size_t elements = (size_t)n * n;
    double *u = bench_host_array<double>(elements), *next = bench_host_array<double>(elements);
    double *device_u = bench_device_array<double>(elements), *device_next = bench_device_array<double>(elements);
    double sum = 0;

    for (int r = 0; r <= repeats; r++) {
        fill(n, u, next);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_u, u, elements);
        bench_to_device(device_next, next, elements);
        sweeps(n, device_u, device_next, 1);
        bench_to_host(next, device_next, elements);
        bench_consume(next, elements * sizeof *next);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        fill(n, u, next);
        bench_phase_begin(r ? "sweeps" : "warm-up");
        bench_to_device(device_u, u, elements);
        bench_to_device(device_next, next, elements);
        sweeps(n, device_u, device_next, SWEEPS);
        bench_to_host(u, device_u, elements);
        bench_consume(u, elements * sizeof *u);
        bench_phase_end();
    }
    for (int i = 0; i < n * n; i++)
        sum += u[i];
    printf("%.12g %.12g %.12g\n", sum, u[n + 1], u[n / 2 * n + n / 2]);

    fill(n, u, next);
    bench_to_device(device_u, u, elements);
    bench_to_device(device_next, next, elements);
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        sweeps(n, device_u, device_next, 1);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }
    bench_to_host(next, device_next, elements);
    printf("%.12g %.12g\n", next[n + 1], next[n / 2 * n + n / 2]);
    CUDA(cudaFree(device_u));
    CUDA(cudaFree(device_next));
    bench_host_free(u);
    bench_host_free(next);
    return 0;
}
