/*
 * For ThreadSanitizer: a region in the thesis's style without a race, and with the argument "race" one with
 * a race. Unlike generated code, the master alone leaves the addresses of the places in the structure: every
 * thread storing the same value is harmless on a GPU, and a race all the same.
 */
#include "region.h"

typedef struct {
    int n, race;
    float *b;
    float *a;
    void *__n, *__race, *__b, *__a;
} gpump_params0;

__global__ void gpump_parallel0(gpump_params0 *gpump_li0)
{
    int lb = 1, b = gpump_li0->n;
    gpump_utils_calc_static_for_bounds(&lb, &b, 1);
    for (int i = lb; i != b; i++)
        gpump_li0->b[i] = gpump_li0->a[i] + gpump_li0->a[i - 1];
    gpump_barrier_d();
    for (int i = lb; i != b; i++)
        gpump_li0->a[i] = gpump_li0->b[gpump_li0->n - i];
    atomicAdd(&gpump_li0->a[0], 1.0f);
    if (gpump_li0->race)
        gpump_li0->n += 1;
    gpump_barrier_d();
    if (gpump_is_master_d())
        gpump_li0->__n = &gpump_li0->n;
}

int main(int argc, char *argv[])
{
    int n = 200, race = argc > 1 && strcmp(argv[1], "race") == 0;
    float *a = gpump_calloc(n, sizeof(float)), *b = gpump_calloc(n, sizeof(float));
    DECLARE(0)
    gpump_copy_config_t cfg0[] = {ENTRY(0, n, 0, SHARED), ENTRY(0, race, 0, SHARED), ENTRY(0, b, 1, SHARED),
                                  ENTRY(0, a, 1, SHARED)};
    for (int round = 0; round < 3; round++) {
        RUN(0, 4, 4);
    }
    EXPECT(a[0] == 48);
    printf("ok\n");
}
