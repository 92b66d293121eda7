/*
 * loop.c for the thesis's dialect: the arrays come from gpump_malloc, which makes them accessible. The region copies
 * both arrays to the device and back every time, so the kernel alone is measured as the thesis did it: "each test is
 * then repeated, with the placement of the timing routines altered". In the translation they stand around the launch.
 *
 *     loop_thesis SIZE [REPEATS]
 */
#include <stdio.h>
#include <stdlib.h>

#include "../programs/bench.h"

static int kernel_alone; /* whether "kernel" is to be measured, and not the region around it */

static void kernel_begins(void)
{
    if (kernel_alone)
        bench_phase_begin("kernel");
}

static void kernel_ends(void)
{
    if (kernel_alone)
        bench_phase_end();
}

/* Here the file is translated, and gpump's runtime read already. The number of blocks is asked for just before the
   kernel is launched, and the call that waits for the kernel's end follows the launch. */
#ifdef GPUMP_ALL_H
#undef gpump_utils_get_num_blocks
#define gpump_utils_get_num_blocks() \
    (kernel_begins(), gpump_utils_get_num_blocks_at(GPUMP_CALL(gpump_utils_get_num_blocks, "")))
#undef cudaThreadSynchronize
#define cudaThreadSynchronize() \
    (gpump_cuda_synchronize_at(GPUMP_CALL(cudaThreadSynchronize, "")), kernel_ends())
#endif

void a1(int n, float *a, float *b)
{
    int i;

    #pragma omp parallel for
        for (i=1; i<n; i++) /* i is private by default */
            b[i] = (a[i] + a[i-1]) / 2.0;
}

static void fill(int n, float *a, float *b)
{
    int i;

    for (i = 0; i < n; i++) {
        a[i] = 0.5f + (float)i;
        b[i] = 0;
    }
}

/* The same as in loop.c. Here the result is on the host when the region has ended. */
static float fetch(int n, const float *b)
{
    float sum = 0;
    int i;

    for (i = 0; i < n; i += 1024)
        sum += b[i];
    return sum;
}

int main(int argc, char *argv[])
{
    int n = bench_size(argc, argv), repeats = bench_repeats(argc, argv);
    float *a, *b;
    volatile float fetched;
    double sum = 0;
    int i, r;

    /* The printed code counts iterations in float: of 2^25 - 1 it makes 2^25, and the last is one past the end. */
    a = (float *)bench_checked(gpump_malloc((n + 1) * sizeof(float)));
    b = (float *)bench_checked(gpump_malloc((n + 1) * sizeof(float)));
    a[n] = b[n] = 0;

    for (r = 0; r <= repeats; r++) {
        fill(n, a, b);
        bench_phase_begin(r == 0 ? "warm-up" : "with-transfer");
        a1(n, a, b);
        fetched = fetch(n, b);
        bench_phase_end();
    }
    kernel_alone = 1;
    for (r = 0; r < repeats; r++)
        a1(n, a, b);

    for (i = 0; i < n; i++)
        sum += b[i];
    printf("%.9g %.9g %.9g %.9g\n", sum, b[1], b[n / 2], b[n - 1]);
    gpump_free(a);
    gpump_free(b);
    return fetched < 0;
}
