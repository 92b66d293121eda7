#include <gpump_device.h>

struct files_2_globals_t {
    int (*table)[10], *uses, *counter;
};
extern "C" const files_2_globals_t files_2_host;
static __constant__ files_2_globals_t files_2_globals;
GPUMP_GLOBALS(files_2_globals, files_2_host);

/* files_2.c:5: #pragma omp threadprivate(counter) */
GPUMP_THREADPRIVATE(int, counter, files_2_host.counter);
GPUMP_CRITICAL(table);

__device__ void work(int from, int to)
{
    /* files_2.c:11: #pragma omp for schedule(dynamic, 5) */
    for (int i : gpump_for_dynamic(gpump_range<int>(from, '<', to, 1), 5)) {
        gpump_lock(&gpump_critical_table);
        (*files_2_globals.table)[i % 10]++;
        gpump_unlock(&gpump_critical_table);
        gpump_mine(counter)++;
    }
    gpump_barrier();
    gpump_lock(&gpump_critical_table);
    (*files_2_globals.uses)++;
    gpump_unlock(&gpump_critical_table);
    gpump_barrier();
}
