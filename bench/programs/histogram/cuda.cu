/*
 * Histogram: how many of n numbers of 24 bits fall into each of 4096 bins, by atomic updates of one table in the
 * device's memory. Small numbers are more frequent than large ones: bin 0 gets 1/64 of them all, the last bin 1/8192.
 */
#include "../bench_cuda.h"

const int BINS = 4096, SHIFT = 12;

__global__ void histogram(int n, const unsigned int *__restrict__ value, unsigned int *__restrict__ count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(&count[value[i] >> SHIFT], 1u);
}

static void launch(int n, const unsigned int *value, unsigned int *count)
{
    const int threads = 256;

    bench_kernels_begin();
    CUDA(cudaMemsetAsync(count, 0, BINS * sizeof *count));
    histogram<<<(n + threads - 1) / threads, threads>>>(n, value, count);
    bench_kernels_end();
}

static void fill(int n, unsigned int *value)
{
    for (int i = 0; i < n; i++) {
        double number = bench_number(i);
        value[i] = (unsigned int)(number * number * BINS * (1 << SHIFT));
    }
}

static void print(const unsigned int *count)
{
    unsigned long long sum = 0, weighted = 0;

    for (int i = 0; i < BINS; i++) {
        sum += count[i];
        weighted += count[i] * (unsigned long long)i;
    }
    printf("%llu %llu %u %u %u\n", sum, weighted, count[0], count[BINS / 3], count[BINS - 1]);
}

int main(int argc, char **argv)
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    unsigned int *value = bench_host_array<unsigned int>(n), *count = bench_host_array<unsigned int>(BINS);
    unsigned int *device_value = bench_device_array<unsigned int>(n);
    unsigned int *device_count = bench_device_array<unsigned int>(BINS);

    for (int r = 0; r <= repeats; r++) {
        fill(n, value);
        bench_phase_begin(r ? "cold" : "warm-up");
        bench_to_device(device_value, value, n);
        launch(n, device_value, device_count);
        bench_to_host(count, device_count, BINS);
        bench_consume(count, BINS * sizeof *count);
        bench_phase_end();
    }
    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        launch(n, device_value, device_count);
        CUDA(cudaDeviceSynchronize());
        bench_phase_end();
    }

    bench_to_host(count, device_count, BINS);
    print(count);
    CUDA(cudaFree(device_value));
    CUDA(cudaFree(device_count));
    bench_host_free(value);
    bench_host_free(count);
    return 0;
}
