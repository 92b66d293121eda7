/* A program of two files, each with the whole runtime: one list of accessible memory, no name twice. */
#include "region.h"

typedef struct {
    int *p;
    void *__p;
} gpump_params0;

__global__ void gpump_parallel0(gpump_params0 *gpump_li0)
{
    gpump_barrier_d();
    atomicAdd(gpump_li0->p, 1);
    gpump_barrier_d();
}

void other_file(int *p);

int main()
{
    int *p = gpump_calloc(1, sizeof(int));
    DECLARE(0)
    gpump_copy_config_t cfg0[] = {ENTRY(0, p, 1, SHARED)};
    RUN(0, 2, 2);
    EXPECT(*p == 4);
    other_file(p);
    EXPECT(*p == 404);
    gpump_free(p);
    printf("ok\n");
}
