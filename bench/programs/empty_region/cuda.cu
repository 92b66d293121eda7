/* An empty kernel, launched SIZE times; each time the host waits for its end, as at the end of a region. */
#include "../bench_cuda.h"

__global__ void nothing()
{
}

static void enter(int count)
{
    for (int i = 0; i < count; i++) {
        nothing<<<1, 1>>>();
        CUDA(cudaDeviceSynchronize());
    }
}

int main(int argc, char **argv)
{
    int count = bench_size(argc, argv), repeats = bench_repeats(argc, argv);

    for (int r = 0; r <= repeats; r++) {
        bench_phase_begin(r ? "again" : "warm-up");
        bench_kernels_begin();
        enter(count);
        bench_kernels_end();
        bench_phase_end();
    }

    printf("%d\n", count);
    return 0;
}
