/* Ten thousand regions, and not a byte of device memory more than before. */
#include "region.h"

typedef struct {
    int *p, **pp, n;
    void *__p, *__pp, *__n;
} gpump_params0;

__global__ void gpump_parallel0(gpump_params0 *gpump_li0)
{
    if (gpump_is_master_d()) {
        gpump_li0->n += 1;
        gpump_li0->p[1] += 1;
    }
}

static size_t device_memory()
{
    size_t available, total;
    EXPECT(cudaMemGetInfo(&available, &total) == cudaSuccess);
    return available;
}

int main(int argc, char *argv[])
{
    int regions = argc > 1 ? atoi(argv[1]) : 10000;
    int n = 0;
    int *p = gpump_calloc(100, sizeof(int));
    int **pp = gpump_malloc(sizeof(int *));
    *pp = p + 50;
    size_t before = 0;
    for (int i = 0; i < regions; i++) {
        DECLARE(0)
        gpump_copy_config_t cfg0[] = {ENTRY(0, p, 1, SHARED), ENTRY(0, pp, 2, SHARED), ENTRY(0, n, 0, SHARED)};
        RUN(0, 1, 2);
        if (i == 0)
            before = device_memory();
    }
    EXPECT(n == regions && p[1] == regions);
    EXPECT(device_memory() == before);
    printf("ok\n");
}
