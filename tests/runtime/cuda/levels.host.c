#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>

extern gpump_region_t main_parallel0_region;

int main(void)
{
    int told[7] = {0};
    struct { int (*told)[7]; } shared = {&told};
    if (!gpump_parallel(&main_parallel0_region, 1, 0, &shared))
        printf("on the host\n");
    printf("%d threads, %d to be, level %d %d, schedule %d %d, limit %d, levels %d\n", told[0], omp_get_max_threads(), told[1], told[2],
           told[3], told[4], told[5], told[6]);
    return 0;
}
