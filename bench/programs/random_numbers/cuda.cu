/*
 * Pairs of Gaussian random numbers, counted by the square ring around the
 * origin that they fall in. Each thread works on one batch of pairs after the
 * other. Its counts lie in shared memory, since they are indexed; a block adds
 * up its own before it adds them to the result.
 */
#include <math.h>

#include "../bench_cuda.h"

const int RINGS = 10;
const int BATCH = 128; /* pairs */
const unsigned long long MULTIPLIER = 25214903917ull;
const unsigned long long MASK = (1ull << 48) - 1;
const unsigned long long SEED = 271828183ull;
const int THREADS = 128;

struct totals {
    unsigned long long rings[RINGS];
    double sx, sy;
};

/* The state of the generator that many numbers later. */
__device__ unsigned long long skip(unsigned long long state, unsigned long long numbers)
{
    unsigned long long power = MULTIPLIER;

    for (; numbers > 0; numbers /= 2) {
        if (numbers % 2)
            state = state * power & MASK;
        power = power * power & MASK;
    }
    return state;
}

/* Uniform in (-1, 1). */
__device__ double uniform(unsigned long long &state)
{
    state = state * MULTIPLIER & MASK;
    return state * (2.0 / (MASK + 1)) - 1;
}

template <class T> __device__ T warp_sum(T value)
{
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance);
    return value;
}

__global__ void __launch_bounds__(THREADS) count_pairs(int batches, totals *result)
{
    __shared__ unsigned mine[RINGS][THREADS];
    __shared__ totals of_block;
    double sx = 0, sy = 0;

    for (int ring = 0; ring < RINGS; ring++)
        mine[ring][threadIdx.x] = 0;
    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < batches; k += gridDim.x * blockDim.x) {
        unsigned long long state = skip(SEED, 2ull * BATCH * k);

        for (int i = 0; i < BATCH; i++) {
            double x = uniform(state), y = uniform(state), t = x * x + y * y;

            if (t < 1 && t > 0) {
                double scale = sqrt(-2 * log(t) / t);

                x *= scale;
                y *= scale;
                sx += x;
                sy += y;
                mine[(int)fmax(fabs(x), fabs(y))][threadIdx.x]++;
            }
        }
    }

    if (threadIdx.x < RINGS)
        of_block.rings[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        of_block.sx = of_block.sy = 0;
    __syncthreads();
    bool first = threadIdx.x % 32 == 0;
    for (int ring = 0; ring < RINGS; ring++) {
        unsigned count = warp_sum(mine[ring][threadIdx.x]);
        if (first)
            atomicAdd(&of_block.rings[ring], (unsigned long long)count);
    }
    sx = warp_sum(sx);
    sy = warp_sum(sy);
    if (first) {
        atomicAdd(&of_block.sx, sx);
        atomicAdd(&of_block.sy, sy);
    }
    __syncthreads();
    if (threadIdx.x < RINGS)
        atomicAdd(&result->rings[threadIdx.x], of_block.rings[threadIdx.x]);
    if (threadIdx.x == 0) {
        atomicAdd(&result->sx, of_block.sx);
        atomicAdd(&result->sy, of_block.sy);
    }
}

static int grid_for(int batches)
{
    int device, multiprocessors, resident, needed = (batches + THREADS - 1) / THREADS;

    CUDA(cudaGetDevice(&device));
    CUDA(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, count_pairs, THREADS, 0));
    return needed < multiprocessors * resident ? needed : multiprocessors * resident;
}

static void launch(int blocks, int batches, totals *result)
{
    CUDA(cudaMemsetAsync(result, 0, sizeof *result));
    bench_kernels_begin();
    count_pairs<<<blocks, THREADS>>>(batches, result);
    bench_kernels_end();
}

int main(int argc, char **argv)
{
    int batches = (bench_size(argc, argv) + BATCH - 1) / BATCH, repeats = bench_repeats(argc, argv);
    int blocks = grid_for(batches);
    totals *result = bench_host_array<totals>(1), *device_result = bench_device_array<totals>(1);

    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "cold" : "warm-up");
        launch(blocks, batches, device_result);
        bench_to_host(result, device_result, 1);
        bench_consume(result, sizeof *result);
        bench_phase_end();
    }
    for (int i = 0; i < RINGS; i++)
        printf("%llu ", result->rings[i]);
    printf("%.9g %.9g\n", result->sx, result->sy);

    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(blocks, batches, device_result);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }
    bench_to_host(result, device_result, 1);
    printf("%.9g %.9g\n", result->sx, result->sy);
    CUDA(cudaFree(device_result));
    bench_host_free(result);
    return 0;
}
