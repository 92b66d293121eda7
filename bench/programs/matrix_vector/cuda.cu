/*
 * Matrix times vector, y = A x, in double. The matrix is stored by rows.
 *
 * As in openmp.c one thread computes an element of y. LANES_PER_ROW 32, as in
 * cuda_warp.cu, gives each row to a warp instead, whose threads read
 * neighbouring elements and add up their sums: another algorithm, and what a
 * CUDA programmer would choose who is not asked for that of openmp.c.
 */
#include "../bench_cuda.h"

#ifndef LANES_PER_ROW
#define LANES_PER_ROW 1
#endif

template <int LANES>
__global__ void matrix_vector(int n, const double *__restrict__ a, const double *__restrict__ x,
                              double *__restrict__ y)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, row = thread / LANES, lane = thread % LANES;
    double sum = 0;

    if (row < n) {
        for (int j = lane; j < n; j += LANES)
            sum += a[row * n + j] * x[j];
    }
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance, LANES);
    if (row < n && lane == 0)
        y[row] = sum;
}

static void launch(int n, const double *a, const double *x, double *y)
{
    /* With a thread for each row there are few threads: small blocks reach more multiprocessors. */
    const int threads = LANES_PER_ROW == 1 ? 64 : 256, rows = threads / LANES_PER_ROW;

    bench_kernels_begin();
    matrix_vector<LANES_PER_ROW><<<(n + rows - 1) / rows, threads>>>(n, a, x, y);
    bench_kernels_end();
}

static void fill(int n, double *a, double *x)
{
    for (int i = 0; i < n * n; i++)
        a[i] = bench_number(i);
    for (int i = 0; i < n; i++)
        x[i] = 1 + (double)i / n;
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    size_t elements = (size_t)n * n;
    double *a = bench_host_array<double>(elements), *x = bench_host_array<double>(n), *y = bench_host_array<double>(n);
    double *device_a = bench_device_array<double>(elements);
    double *device_x = bench_device_array<double>(n), *device_y = bench_device_array<double>(n);
    double sum = 0;

    for (int r = 0; r <= repeats; r++) {
        fill(n, a, x);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_a, a, elements);
        bench_to_device(device_x, x, n);
        launch(n, device_a, device_x, device_y);
        bench_to_host(y, device_y, n);
        bench_consume(y, n * sizeof *y);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_a, device_x, device_y);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }

    bench_to_host(y, device_y, n);
    for (int i = 0; i < n; i++)
        sum += y[i];
    printf("%.12g %.12g %.12g %.12g\n", sum, y[0], y[n / 2], y[n - 1]);
    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_x));
    CUDA(cudaFree(device_y));
    bench_host_free(a);
    bench_host_free(x);
    bench_host_free(y);
    return 0;
}
