/* Each data-sharing attribute moves its variable the right way, or not at all (thesis, 8.2.5). */
#include "region.h"

typedef struct {
    int mine, first, both, sum, mixed;
    int array[8];
    void *__mine, *__first, *__both, *__sum, *__mixed, *__array;
} gpump_params0;

__global__ void gpump_parallel0(gpump_params0 *gpump_li0)
{
    int first = gpump_li0->first;
    gpump_barrier_d();
    if (gpump_is_master_d()) {
        gpump_li0->both += first;
        gpump_li0->sum += 100;
        gpump_li0->mixed += 1000;
        gpump_li0->mine = -1;
        gpump_li0->first = -1;
    }
    gpump_li0->array[gpump_get_thread_num_d()] += gpump_get_thread_num_d() * first;
}

int main()
{
    int mine = 1, first = 2, both = 3, sum = 4, mixed = 5;
    int array[8] = {10, 11, 12, 13, 14, 15, 16, 17};
    DECLARE(0)
    _gpump_li0.mine = 77;
    gpump_copy_config_t cfg0[] = {
        ENTRY(0, mine, 0, PRIVATE),    ENTRY(0, first, 0, FIRSTPRIVATE),
        ENTRY(0, both, 0, SHARED),     ENTRY(0, sum, 0, REDUCTION),
        ENTRY(0, mixed, 0, PRIVATE | SHARED | FIRSTPRIVATE),
        {&_gpump_li0.array, &_gpump_li0.__array, &array, sizeof array, sizeof(int), {8, -1}, 0, SHARED},
    };
    gpump_copy_to_device(cfg0, sizeof cfg0 / sizeof(gpump_copy_config_t));
    EXPECT(_gpump_li0.mine == 77);
    EXPECT(_gpump_li0.first == 2);
    RUN(0, 2, 4);
    EXPECT(mine == 1);
    EXPECT(first == 2);
    EXPECT(both == 5);
    EXPECT(sum == 104);
    EXPECT(mixed == 1005);
    for (int i = 0; i < 8; i++)
        EXPECT(array[i] == 10 + i + 2 * i);
    printf("ok\n");
}
