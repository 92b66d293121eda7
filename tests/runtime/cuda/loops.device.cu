#include <gpump_device.h>

#include <limits.h>

#define N 1000

/* The host's variables that this file uses. */
struct loops_globals_t {
    int (*hits)[N];
};
extern "C" const loops_globals_t loops_host;
static __constant__ loops_globals_t loops_globals;
GPUMP_GLOBALS(loops_globals, loops_host);

struct nothing_t {};

__device__ static void orphan(int n, int chunk)
{
    /* loops.c:25: #pragma omp for schedule(dynamic, chunk) nowait */
    for (int i : gpump_for_dynamic(gpump_range<int>(0, '<', n, 1), chunk))
        /* loops.c:27: #pragma omp atomic */
        gpump_atomic_add(&(*loops_globals.hits)[i], 1);
}

/* loops.c:40: #pragma omp parallel private(i) */
struct main_parallel0_t {
    int chunk;
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    for (int i : gpump_for(gpump_range<int>(0, '<', N, 1)))
        (*loops_globals.hits)[i]++;
    gpump_barrier();
    for (int i : gpump_for_static(gpump_range<int>(0, '<', N, 1)))
        (*loops_globals.hits)[i]++;
    gpump_barrier();
    for (int i : gpump_for_static_chunk(gpump_range<int>(N - 1, '>' + GPUMP_OR_EQUAL, 0, -1), shared.chunk))
        (*loops_globals.hits)[i]++;
    gpump_barrier();
    for (int i : gpump_for_dynamic(gpump_range<int>(0, '<' + GPUMP_OR_EQUAL, N - 1, 1)))
        (*loops_globals.hits)[i]++;
    gpump_barrier();
    for (int i : gpump_for_guided(gpump_range<int>(N - 1, '>', -1, -(long long)1), 2))
        (*loops_globals.hits)[i]++;
    gpump_barrier();
    for (int i : gpump_for_runtime(gpump_range<int>(0, '<', N, 1)))
        (*loops_globals.hits)[i] -= 4;
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "loops.c", .line = 40,
    .kernel = gpump_kernel<main_parallel0>);

__global__ void main_parallel1(gpump_team_t team, nothing_t)
{
    if (!gpump_enter(team))
        return;
    int round;
    for (round = 0; round < 20; round++)
        orphan(N - round, round % 4 + 1);
}
GPUMP_REGION(main_parallel1, nothing_t, .file = "loops.c", .line = 64,
    .kernel = gpump_kernel<main_parallel1>);

struct main_parallel2_t {
    int *i, *last;
};

__global__ void main_parallel2(gpump_team_t team, main_parallel2_t shared)
{
    if (!gpump_enter(team))
        return;
    int last;
    auto loop = gpump_for_dynamic(gpump_range<int>(5, '<', N, 10), 7);
    for (int i : loop) {
        if (i % 20 == 5)
            continue;
        last = i;
    }
    if (loop.last()) {
        *shared.i = loop.after();
        *shared.last = last;
    }
}
GPUMP_REGION(main_parallel2, main_parallel2_t, .file = "loops.c", .line = 71,
    .kernel = gpump_kernel<main_parallel2>);

__global__ void main_parallel3(gpump_team_t team, nothing_t)
{
    if (!gpump_enter(team))
        return;
    for (unsigned char c : gpump_for_dynamic(gpump_range<unsigned char>(250, '<', 255, 1)))
        (*loops_globals.hits)[c - 250]++;
}
GPUMP_REGION(main_parallel3, nothing_t, .file = "loops.c", .line = 79,
    .kernel = gpump_kernel<main_parallel3>);

struct sum_t {
    long long *sum;
};

__global__ void main_parallel4(gpump_team_t team, sum_t shared)
{
    if (!gpump_enter(team))
        return;
    long long sum = 0;
    for (long long big : gpump_for_guided(gpump_range<long long>(LLONG_MAX - 10, '<' + GPUMP_OR_EQUAL, LLONG_MAX - 3, 3)))
        sum += LLONG_MAX - big;
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(main_parallel4, sum_t, .file = "loops.c", .line = 84,
    .kernel = gpump_kernel<main_parallel4>);

__global__ void main_parallel5(gpump_team_t team, sum_t shared)
{
    if (!gpump_enter(team))
        return;
    long long sum = 0;
    for (int i : gpump_for(gpump_range<int>(INT_MAX - 100000, '<', INT_MAX - 1000, 1000)))
        sum += i;
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(main_parallel5, sum_t, .file = "loops.c", .line = 89,
    .kernel = gpump_kernel<main_parallel5>);

__global__ void main_parallel6(gpump_team_t team, sum_t shared)
{
    if (!gpump_enter(team))
        return;
    long long sum = 0;
    for (unsigned u : gpump_for(gpump_range<unsigned>(4000000000u, '>', 3999999000u, -(long long)100u)))
        sum += u;
    gpump_reduce_add(shared.sum, sum);
}
GPUMP_REGION(main_parallel6, sum_t, .file = "loops.c", .line = 94,
    .kernel = gpump_kernel<main_parallel6>);

__global__ void main_parallel7(gpump_team_t team, nothing_t)
{
    if (!gpump_enter(team))
        return;
    for (int i : gpump_for(gpump_range<int>(10, '<', 10, 1))) {
        (void)i;
        (*loops_globals.hits)[0]++;
    }
}
GPUMP_REGION(main_parallel7, nothing_t, .file = "loops.c", .line = 98,
    .kernel = gpump_kernel<main_parallel7>);

struct order_t {
    char *order;
    int *last;
};

__global__ void main_parallel8(gpump_team_t team, order_t shared)
{
    if (!gpump_enter(team))
        return;
    for (int i : gpump_for_dynamic_ordered(gpump_range<int>(0, '<', 26, 1))) {
        if (i % 5 == 4)
            continue;
        gpump_ordered();
        shared.order[(*shared.last)++] = (char)('a' + i);
    }
}
GPUMP_REGION(main_parallel8, order_t, .file = "loops.c", .line = 104,
    .kernel = gpump_kernel<main_parallel8>);

__global__ void main_parallel9(gpump_team_t team, order_t shared)
{
    if (!gpump_enter(team))
        return;
    for (int i : gpump_for_ordered(gpump_range<int>(25, '>' + GPUMP_OR_EQUAL, 0, -1))) {
        gpump_ordered();
        shared.order[(*shared.last)++] = (char)('a' + i);
    }
}
GPUMP_REGION(main_parallel9, order_t, .file = "loops.c", .line = 114,
    .kernel = gpump_kernel<main_parallel9>);
