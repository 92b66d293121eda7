#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>

extern gpump_region_t main_parallel0_region;

int main(void)
{
    int threads, procs, own_threads = 0, own_procs = 0;
    threads = omp_get_max_threads();
    procs = omp_get_num_procs();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        own_threads = omp_get_max_threads();
        own_procs = omp_get_num_procs();
    }
    gpump_parallel(&main_parallel0_region, 1, 0, 0);
    omp_set_num_threads(5);
    printf("%d threads, %d processors; %d and %d in the host's; set: %d\n", threads, procs, own_threads, own_procs,
           omp_get_max_threads());
    return 0;
}
