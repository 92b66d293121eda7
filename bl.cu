/* The device's part of block_extern_address.c. */
#include <gpump_device.h>
#include <stdio.h>

namespace program {

/* Where the host's variables are. */
struct globals_t {
    int (*thrice)(int);
    int (*twice)(int);
};
extern "C" const globals_t gpump_block_extern_address_host;
static __constant__ globals_t gpump_globals;
GPUMP_GLOBALS(gpump_globals, gpump_block_extern_address_host);

__device__ static void solve(int, int *);
__device__ int twice(int);
__device__ int thrice(int);

__device__ static void solve(int n, int *a)
{
    
    int (*f)(int) = n > 2 ? gpump_globals.thrice : gpump_globals.twice;
    for (int i = 0; i < n; i++) a[i] = gpump_function(f)(i);
}

/* block_extern_address.c:18: #pragma omp parallel for */
struct main_parallel0_t {
    int (*a)[4][4];
};

__global__ void main_parallel0(gpump_team_t gpump_team, main_parallel0_t shared)
{
    if (!gpump_enter(gpump_team))
        return;
    int (&a)[4][4] = *shared.a;
    for (int j : gpump_for(gpump_range<int>(0, '<', 4, 1))) solve(4, a[j]);
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "block_extern_address.c", .line = 18,
    .kernel = gpump_kernel<main_parallel0>, .shows_team = GPUMP_SHOWN_BY_OTHERS,
    .pointers = {GPUMP_POINTERS(a)});

__device__ int twice(int x) { return 2 * x; }

GPUMP_FUNCTION(twice, gpump_block_extern_address_host.twice);
GPUMP_FUNCTION(thrice, gpump_block_extern_address_host.thrice);

} // namespace program
