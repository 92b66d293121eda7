/* What goes wrong, and how it is told. The first argument says what. */
#include <takeover.h>
#include <gpump.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

extern gpump_region_t failures_parallel0_region, failures_parallel1_region;

static int nowhere(void) { return 0; }

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int *values = malloc(100 * sizeof *values), size = 0;
    const omp_alloctrait_t traits[] = {{omp_atk_pool_size, 1}, {omp_atk_fallback, omp_atv_abort_fb}};
    int threads = 4, kind = 0;
    printf("before\n");
    if (!strcmp(what, "unreached"))
        values = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!strcmp(what, "large"))
        threads = 1 << 20;
    if (!strcmp(what, "pointer"))
        kind = 1;
    if (!strcmp(what, "assert"))
        kind = 2;
    if (!strcmp(what, "free"))
        kind = 3;
    if (!strcmp(what, "text"))
        kind = 4;
    if (!strcmp(what, "allocator"))
        kind = 5, omp_set_default_allocator(omp_init_allocator(omp_default_mem_space, 2, traits));
    if (!strcmp(what, "dynamic"))
        omp_set_dynamic(1), threads = 1 << 20;
    fflush(stdout);
    if (!strcmp(what, "bare"))
        gpump_parallel(&failures_parallel1_region, 1, threads, 0);
    {
        struct { int *values, *size; int kind; int (*function)(void); } gpump_shared = {values, &size, kind, nowhere};
        if (!gpump_parallel(&failures_parallel0_region, 1, threads, &gpump_shared))
            size = -1;
    }
    printf("after %d\n", size);
    return 0;
}
