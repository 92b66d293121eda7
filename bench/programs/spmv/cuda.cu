/*
 * Sparse matrix times vector, y = A x, in double: compressed rows (CSR) of 4 to
 * 12 elements, most of them near the diagonal and one anywhere.
 *
 * As in openmp.c one thread computes an element of y. LANES_PER_ROW 8, as in
 * cuda_lanes.cu, gives each row to eight threads, which read neighbouring
 * elements and add up their sums: another algorithm, which pays the more the
 * longer rows are.
 */
#include "../bench_cuda.h"

#ifndef LANES_PER_ROW
#define LANES_PER_ROW 1
#endif

template <int LANES>
__global__ void spmv(int n, const int *__restrict__ start, const int *__restrict__ column,
                     const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, row = thread / LANES, lane = thread % LANES;
    double sum = 0;

    if (row < n) {
        int end = start[row + 1];
        for (int k = start[row] + lane; k < end; k += LANES)
            sum += value[k] * x[column[k]];
    }
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance, LANES);
    if (row < n && lane == 0)
        y[row] = sum;
}

static void launch(int n, const int *start, const int *column, const double *value, const double *x, double *y)
{
    const int threads = 256, rows = threads / LANES_PER_ROW;

    bench_kernels_begin();
    spmv<LANES_PER_ROW><<<(n + rows - 1) / rows, threads>>>(n, start, column, value, x, y);
    bench_kernels_end();
}

/* Where each row begins; the number of all elements is the result. */
static int lay_out(int n, int *start)
{
    int i, elements = 0;

    for (i = 0; i < n; i++) {
        start[i] = elements;
        elements += 4 + (int)(9 * bench_number(i));
    }
    start[n] = elements;
    return elements;
}

static void fill(int n, const int *start, int *column, double *value, double *x)
{
    int i, k, near;

    for (i = 0; i < n; i++) {
        for (k = start[i]; k < start[i + 1]; k++) {
            near = i - 6 + k - start[i];
            column[k] = (near + n) % n;
            value[k] = 1 + bench_number(k);
        }
        column[start[i]] = (int)(n * bench_number(~i));
        x[i] = 1 + (double)i / n;
    }
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    int *start = bench_host_array<int>(n + 1), *device_start = bench_device_array<int>(n + 1);
    int elements = lay_out(n, start);
    int *column = bench_host_array<int>(elements), *device_column = bench_device_array<int>(elements);
    double *value = bench_host_array<double>(elements), *device_value = bench_device_array<double>(elements);
    double *x = bench_host_array<double>(n), *device_x = bench_device_array<double>(n);
    double *y = bench_host_array<double>(n), *device_y = bench_device_array<double>(n);
    double sum = 0;

    for (int r = 0; r <= repeats; r++) {
        lay_out(n, start);
        fill(n, start, column, value, x);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_start, start, n + 1);
        bench_to_device(device_column, column, elements);
        bench_to_device(device_value, value, elements);
        bench_to_device(device_x, x, n);
        launch(n, device_start, device_column, device_value, device_x, device_y);
        bench_to_host(y, device_y, n);
        bench_consume(y, n * sizeof *y);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_start, device_column, device_value, device_x, device_y);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }

    bench_to_host(y, device_y, n);
    for (int i = 0; i < n; i++)
        sum += y[i];
    printf("%.12g %.12g %.12g %.12g\n", sum, y[0], y[n / 2], y[n - 1]);
    CUDA(cudaFree(device_start));
    CUDA(cudaFree(device_column));
    CUDA(cudaFree(device_value));
    CUDA(cudaFree(device_x));
    CUDA(cudaFree(device_y));
    bench_host_free(start);
    bench_host_free(column);
    bench_host_free(value);
    bench_host_free(x);
    bench_host_free(y);
    return 0;
}
