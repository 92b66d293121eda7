/*
 * Scalar product of two vectors of doubles: as many blocks as the device holds
 * at once, each makes one partial sum, and the last block to finish adds those
 * up. One launch, and the same sum each time.
 */
#include "../bench_cuda.h"

const int THREADS = 256;
const int WARPS = THREADS / 32;

/* The sum of all threads' values is what thread 0 gets. */
__device__ double block_sum(double value)
{
    __shared__ double of_warp[WARPS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    if (lane == 0)
        of_warp[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < WARPS ? of_warp[lane] : 0;
        for (int distance = WARPS / 2; distance > 0; distance /= 2)
            value += __shfl_down_sync(0xffffffff, value, distance);
    }
    __syncthreads();
    return value;
}

__global__ void __launch_bounds__(THREADS) scalar_product(int n, const double *__restrict__ a,
                                                          const double *__restrict__ b, double *partial,
                                                          unsigned *finished, double *result)
{
    __shared__ bool last;
    double sum = 0;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += a[i] * b[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(finished, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;

    __threadfence();
    sum = 0;
    for (int i = threadIdx.x; i < (int)gridDim.x; i += THREADS)
        sum += partial[i];
    sum = block_sum(sum);
    if (threadIdx.x == 0) {
        *result = sum;
        *finished = 0;
    }
}

struct workspace {
    int blocks;
    double *partial, *result;
    unsigned *finished;
};

static workspace make_workspace(int n)
{
    workspace space;
    int device, multiprocessors, resident;

    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, scalar_product, THREADS, 0));
    space.blocks = multiprocessors * resident;
    if (space.blocks > (n + THREADS - 1) / THREADS)
        space.blocks = (n + THREADS - 1) / THREADS;
    space.partial = bench_device_array<double>(space.blocks);
    space.result = bench_device_array<double>(1);
    space.finished = bench_device_array<unsigned>(1);
    CUDA(cudaMemset(space.finished, 0, sizeof *space.finished));
    return space;
}

static void launch(int n, const double *a, const double *b, const workspace &space)
{
    bench_kernels_begin();
    scalar_product<<<space.blocks, THREADS>>>(n, a, b, space.partial, space.finished, space.result);
    bench_kernels_end();
}

static void fill(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        a[i] = bench_number(i);
        b[i] = 1 + (double)i / n;
    }
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    double *a = bench_host_array<double>(n), *b = bench_host_array<double>(n);
    double *device_a = bench_device_array<double>(n), *device_b = bench_device_array<double>(n);
    workspace space = make_workspace(n);
    double cold = 0, again = 0;

    for (int r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_a, a, n);
        bench_to_device(device_b, b, n);
        launch(n, device_a, device_b, space);
        bench_to_host(&cold, space.result, 1);
        bench_consume(&cold, sizeof cold);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_a, device_b, space);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }

    bench_to_host(&again, space.result, 1);
    printf("%.12g %.12g\n", cold, again);
    CUDA(cudaFree(device_a));
    CUDA(cudaFree(device_b));
    CUDA(cudaFree(space.partial));
    CUDA(cudaFree(space.result));
    CUDA(cudaFree(space.finished));
    bench_host_free(a);
    bench_host_free(b);
    return 0;
}
