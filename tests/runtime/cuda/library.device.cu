#include <gpump_device.h>

struct library_globals_t {
    char *(*made)[100];
    int (*up)(const void *, const void *);
};
extern "C" const library_globals_t library_host;
static __constant__ library_globals_t library_globals;
GPUMP_GLOBALS(library_globals, library_host);

__device__ static int up(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
GPUMP_FUNCTION(up, library_host.up);

struct nothing_t {};

__global__ void main_parallel0(gpump_team_t team, nothing_t)
{
    if (!gpump_enter(team))
        return;
    for (int i : gpump_for(gpump_range<int>(0, '<', 100, 1))) {
        if (i % 2) {
            (*library_globals.made)[i] = gpump_malloc((size_t)i + 1);
            gpump_sprintf((*library_globals.made)[i], "%d", i % 10);
        } else {
            (*library_globals.made)[i] = gpump_realloc((*library_globals.made)[i], 1000 + (size_t)i);
            gpump_strcat((*library_globals.made)[i], "+device");
        }
    }
}
GPUMP_REGION(main_parallel0, nothing_t, .file = "library.c", .line = 28,
    .kernel = gpump_kernel<main_parallel0>);

__global__ void main_parallel1(gpump_team_t team, nothing_t)
{
    if (!gpump_enter(team))
        return;
    for (int i : gpump_for(gpump_range<int>(0, '<', 100, 1)))
        if (i % 3)
            gpump_free((*library_globals.made)[i]);
}
GPUMP_REGION(main_parallel1, nothing_t, .file = "library.c", .line = 40,
    .kernel = gpump_kernel<main_parallel1>);

struct main_parallel2_t {
    char *text;
    int *values, *size;
};

__global__ void main_parallel2(gpump_team_t team, main_parallel2_t shared)
{
    if (!gpump_enter(team))
        return;
    char word[32], number[24];
    int k, *copy = gpump_calloc(5, sizeof *copy), n;
    unsigned int seed = 7;
    if (gpump_master())
        *shared.size = omp_get_num_threads();
    if (!(copy != NULL))
        gpump___assert_fail("copy != NULL", "library.c", 57, __func__);
    for (k = 0; shared.text[k]; k++)
        word[k] = (char)gpump_toupper(shared.text[k]);
    word[k] = 0;
    gpump_memcpy(copy, shared.values, sizeof(int[5]));
    gpump_qsort(copy, 5, sizeof *copy, library_globals.up);
    n = gpump_snprintf(number, sizeof number, "%+.3e|%#x|%-4d|", 12345.678, 255u, -7);
    gpump_printf("%s %*s %5.2f %c %% %lld %s %d [%.*s] %g %d %u\n", word, 6, "abc", 3.14159, 'x', -5000000000LL, number, n, 2,
                 "xyz", gpump_atof("2.5e-3") + gpump_strtol("0x1F", NULL, 0), copy[0] * 10 + copy[4],
                 (unsigned)gpump_rand_r(&seed) % 1000u);
    gpump_fprintf(gpump_block()->team.mailbox->standard_output, "%d\n",
                  gpump_strcmp(gpump_strstr("concatenate", "cat"), "catenate") + gpump_abs(-3) + (int)sqrt(16));
    gpump_free(copy);
}
GPUMP_REGION(main_parallel2, main_parallel2_t, .file = "library.c", .line = 49,
    .kernel = gpump_kernel<main_parallel2>,
    .pointers = {GPUMP_POINTERS(text, values)});

__global__ void main_parallel3(gpump_team_t team, nothing_t)
{
    if (!gpump_enter(team))
        return;
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
        gpump_puts("the end");
        gpump_exit(3);
    }
    gpump_barrier();
}
GPUMP_REGION(main_parallel3, nothing_t, .file = "library.c", .line = 71,
    .kernel = gpump_kernel<main_parallel3>);
