/*
 * The team's size (thesis, 8.1.2): from num_threads, from the environment, and within the device's limits.
 * Run on an emulated device of 16 multiprocessors, or with the argument "small", of 3.
 */
#include "region.h"

static void set(const char *procs, const char *threads)
{
    procs ? setenv("GPUMP_NUM_PROCS", procs, 1) : unsetenv("GPUMP_NUM_PROCS");
    threads ? setenv("OMP_NUM_THREADS", threads, 1) : unsetenv("OMP_NUM_THREADS");
}

static bool asked(int n, int blocks, int threads)
{
    printf("num_threads(%d): %d x %d\n", n, gpump_utils_get_num_blocks(n), gpump_utils_get_threads_per_block(n));
    return gpump_utils_get_num_blocks(n) == blocks && gpump_utils_get_threads_per_block(n) == threads;
}

static bool standard(int blocks, int threads)
{
    printf("no clause: %d x %d\n", gpump_utils_get_num_blocks(), gpump_utils_get_threads_per_block());
    return gpump_utils_get_num_blocks() == blocks && gpump_utils_get_threads_per_block() == threads &&
           gpump_get_max_threads() == blocks * threads;
}

/* The team that a kernel sees. */
typedef struct {
    int size;
    void *__size;
} gpump_params0;

__global__ void gpump_parallel0(gpump_params0 *gpump_li0)
{
    if (gpump_is_master_d())
        gpump_li0->size = gpump_get_num_threads_d();
}

int main(int argc, char *argv[])
{
    if (argc > 1 && strcmp(argv[1], "small") == 0) {
        set(NULL, NULL);
        EXPECT(standard(2, 16)); /* 4 blocks do not fit, and 32 is no multiple of 3 */
        EXPECT(asked(96, 3, 32));
        set("24", NULL);
        EXPECT(standard(3, 8));
        EXPECT(asked(100000, 3, 512)); /* 1536 threads fit, a multiple of 24 */
        set("1000", NULL);
        EXPECT(asked(100000, 2, 500));
        EXPECT(asked(999, 3, 333));
        set("2000", NULL);
        EXPECT(asked(1999, 3, 512));
        EXPECT(asked(5000, 3, 512));
        printf("ok\n");
        return 0;
    }
    set(NULL, NULL);
    EXPECT(gpump_get_num_procs() == 32);
    EXPECT(standard(4, 8));
    EXPECT(asked(1, 1, 1));
    EXPECT(asked(2, 1, 2));
    EXPECT(asked(31, 1, 31));
    EXPECT(asked(32, 4, 8));
    EXPECT(asked(33, 4, 16));
    EXPECT(asked(2048, 4, 512));
    EXPECT(asked(4096, 8, 512)); /* more blocks, once a block is full */
    EXPECT(asked(1 << 30, 16, 512));
    set("128", NULL);
    EXPECT(gpump_get_num_procs() == 128);
    EXPECT(standard(16, 8));
    EXPECT(asked(251, 16, 16)); /* the example of 8.1.2 */
    EXPECT(asked(255, 16, 16));
    EXPECT(asked(127, 1, 127));
    set("4", NULL);
    EXPECT(asked(5, 1, 8)); /* less than a multiprocessor */
    set("2048", NULL);
    EXPECT(asked(1021, 2, 510)); /* a prime above 512 cannot be spread */
    EXPECT(asked(600, 2, 300));

    set(NULL, "5");
    EXPECT(standard(1, 5));
    set(NULL, "100");
    EXPECT(standard(4, 32) && asked(2, 1, 2));
    set(NULL, "99999999999999999999");
    EXPECT(standard(16, 512));
    setenv("GPUMP_NUM_BLOCKS", "7", 1);
    EXPECT(standard(7, 512) && asked(32, 4, 8));
    setenv("GPUMP_THREADS_PER_BLOCK", "3", 1);
    EXPECT(standard(7, 3) && asked(32, 4, 8));
    unsetenv("GPUMP_NUM_BLOCKS");
    set(NULL, NULL);
    EXPECT(standard(4, 3));

    int size = 0;
    DECLARE(0)
    gpump_copy_config_t cfg0[] = {ENTRY(0, size, 0, SHARED)};
    RUN(0, gpump_utils_get_num_blocks(40), gpump_utils_get_threads_per_block(40));
    EXPECT(size == 64);
    printf("ok\n");
}
