/* The second file of two_files_a.cu. */
#include "region.h"

typedef struct {
    int *p;
    void *__p;
} gpump_params1;

__global__ void gpump_parallel1(gpump_params1 *gpump_li1)
{
    gpump_barrier_d();
    atomicAdd(gpump_li1->p, 100);
    gpump_barrier_d();
}

void other_file(int *p)
{
    DECLARE(1)
    gpump_copy_config_t cfg1[] = {ENTRY(1, p, 1, SHARED)};
    RUN(1, 2, 2);
}
