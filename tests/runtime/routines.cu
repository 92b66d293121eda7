/* The library routines, on the host and on the device (thesis, 8.3), the timers, and what C code includes. */
#include "region.h"
#include <omp.h>

typedef struct {
    omp_lock_t lock, unusable;
    int ids[12], sizes[12], masters[12], inside[12], won, refused, inert;
    void *__lock, *__unusable, *__ids, *__sizes, *__masters, *__inside, *__won, *__refused, *__inert;
} gpump_params0;

__global__ void gpump_parallel0(gpump_params0 *gpump_li0)
{
    int gpump_temp;
    int tid = gpump_get_thread_num_d();
    gpump_li0->ids[tid] = tid;
    gpump_li0->sizes[tid] = gpump_get_num_threads_d();
    gpump_li0->masters[tid] = gpump_is_master_d();
    gpump_li0->inside[tid] = gpump_in_parallel_d();
    if (gpump_test_lock_d(&gpump_li0->lock))
        atomicAdd(&gpump_li0->won, 1);
    gpump_barrier_d();
    if (!gpump_test_lock_d(&gpump_li0->lock))
        atomicAdd(&gpump_li0->refused, 1);
    if (gpump_test_lock_d(&gpump_li0->unusable))
        atomicAdd(&gpump_li0->inert, 1);
}

/* The bounds that 12 threads get for a loop: together, every iteration once. */
typedef struct {
    int lb, b, incr;
    int *hits;
    int wrong;
    void *__lb, *__b, *__incr, *__hits, *__wrong;
} gpump_params1;

__global__ void gpump_parallel1(gpump_params1 *gpump_li1)
{
    int lb = gpump_li1->lb, b = gpump_li1->b, incr = gpump_li1->incr;
    int first = lb;
    gpump_utils_calc_static_for_bounds(&lb, &b, incr);
    int count = 0;
    for (int i = lb; i != b; i += incr, count++)
        atomicAdd(&gpump_li1->hits[(i - first) / incr], 1);
    if (count > 3)
        atomicAdd(&gpump_li1->wrong, 1);
}

static void divide(int lb, int b, int incr)
{
    int n = (abs(b - lb) + abs(incr) - 1) / abs(incr);
    int *hits = gpump_calloc(64, sizeof(int));
    int wrong = 0;
    DECLARE(1)
    gpump_copy_config_t cfg1[] = {ENTRY(1, lb, 0, FIRSTPRIVATE), ENTRY(1, b, 0, FIRSTPRIVATE),
                                  ENTRY(1, incr, 0, FIRSTPRIVATE), ENTRY(1, hits, 1, SHARED),
                                  ENTRY(1, wrong, 0, SHARED)};
    RUN(1, 3, 4);
    EXPECT(wrong == 0);
    for (int i = 0; i < 64; i++)
        EXPECT(hits[i] == (i < n));
    gpump_free(hits);
}

static void routines()
{
    omp_lock_t lock = GPUMP_UNLOCKED, unusable = GPUMP_INIT;
    int ids[12], sizes[12], masters[12], inside[12], won = 0, refused = 0, inert = 0;
    DECLARE(0)
    gpump_copy_config_t cfg0[] = {ENTRY(0, lock, 0, SHARED),    ENTRY(0, unusable, 0, SHARED),
                                  ENTRY(0, ids, 0, SHARED),     ENTRY(0, sizes, 0, SHARED),
                                  ENTRY(0, masters, 0, SHARED), ENTRY(0, inside, 0, SHARED),
                                  ENTRY(0, won, 0, SHARED),     ENTRY(0, refused, 0, SHARED),
                                  ENTRY(0, inert, 0, SHARED)};
    RUN(0, 3, 4);
    for (int i = 0; i < 12; i++)
        EXPECT(ids[i] == i && sizes[i] == 12 && masters[i] == (i == 0) && inside[i] == 1);
    EXPECT(won == 1 && lock >= 0 && lock < 12 && refused == 12 && inert == 0 && unusable == GPUMP_INIT);

    EXPECT(gpump_get_num_threads() == 1 && gpump_get_thread_num() == 0 && gpump_in_parallel() == 0 &&
           gpump_is_master() == 1);
    gpump_barrier();
    lock = GPUMP_UNLOCKED;
    EXPECT(gpump_test_lock(&lock) == 1 && lock == 0 && gpump_test_lock(&lock) == 0);
}

static void spend(double milliseconds)
{
    double start = gpump_get_wtime();
    while (gpump_get_wtime() - start < 0.001 * milliseconds) {
    }
}

static void timers()
{
    double before = gpump_get_wtime();
    spend(20);
    double passed = gpump_get_wtime() - before;
    EXPECT(passed >= 0.02 && passed < 20);

    unsigned int timer = 0, other = 0;
    EXPECT(cutCreateTimer(&timer) == CUTTrue && cutCreateTimer(&other) == CUTTrue && timer != other);
    CUT_SAFE_CALL(cutStartTimer(timer));
    spend(5);
    CUT_SAFE_CALL(cutStopTimer(timer));
    double once = cutGetTimerValue(timer);
    EXPECT(once >= 5);
    spend(5);
    EXPECT(cutGetTimerValue(timer) == once); /* it has stopped */
    CUT_SAFE_CALL(cutStartTimer(timer));
    spend(5);
    EXPECT(cutGetTimerValue(timer) >= once + 5); /* and goes on */
    CUT_SAFE_CALL(cutStopTimer(timer));
    EXPECT(cutResetTimer(timer) == CUTTrue && cutGetTimerValue(timer) == 0);
    EXPECT(cutGetTimerValue(other) == 0);
    EXPECT(cutDeleteTimer(timer) == CUTTrue && cutDeleteTimer(timer) == CUTFalse && cutStartTimer(timer) == CUTFalse);
}

int main(int argc, char *argv[])
{
    CUT_DEVICE_INIT(argc, argv);
    routines();
    divide(0, 10, 1);
    divide(1, 37, 1);
    divide(20, -1, -2);
    divide(5, 5, 1);
    divide(0, 36, 1);
    divide(-7, 28, 3);
    timers();
    void *device = NULL;
    CUDA_SAFE_CALL(cudaMalloc(&device, 16));
    CUDA_SAFE_CALL(cudaFree(device));
    CUT_CHECK_ERROR("nothing is wrong");
    CUT_CONDITION(1 == 1);
    const char *arguments[] = {"program", "--noprompt"};
    EXPECT(cutCheckCmdLineFlag(2, arguments, "noprompt") == CUTTrue);
    EXPECT(cutCheckCmdLineFlag(2, arguments, "prompt") == CUTFalse);
    cudaThreadExit();
    printf("ok\n");
    CUT_EXIT(argc, argv);
}
