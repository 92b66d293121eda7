#include <gpump_device.h>

#include "types.h"

struct types_globals_t {
    bool *flag;
    unsigned char (*bytes)[8];
};
extern "C" const types_globals_t types_host;
static __constant__ types_globals_t types_globals;
GPUMP_GLOBALS(types_globals, types_host);

#define SHARED(T, n, v) T *n##_add, *n##_sub, *n##_mul, *n##_div;
#define SHARED_BITS(T, n, v) T *n##_and, *n##_or, *n##_xor, *n##_shl, *n##_shr;
struct main_parallel0_t {
    INTEGERS(SHARED) FLOATS(SHARED) INTEGERS(SHARED_BITS)
    int **p, *mixed;
    unsigned char *odd;
    float *single;
};

__global__ void main_parallel0(gpump_team_t team, main_parallel0_t shared)
{
    if (!gpump_enter(team))
        return;
    for (int k : gpump_for(gpump_range<int>(0, '<', 12, 1))) {
#define CHANGE(T, n, v)                   \
    gpump_atomic_add(shared.n##_add, k);  \
    gpump_atomic_sub(shared.n##_sub, 2);  \
    gpump_atomic_mul(shared.n##_mul, 3);  \
    gpump_atomic_div(shared.n##_div, 1);
        INTEGERS(CHANGE)
        FLOATS(CHANGE)
#define CHANGE_BITS(T, n, v)                         \
    gpump_atomic_and(shared.n##_and, ~(1 << k));     \
    gpump_atomic_or(shared.n##_or, 1 << k);          \
    gpump_atomic_xor(shared.n##_xor, k);             \
    gpump_atomic_shl(shared.n##_shl, k % 2);         \
    gpump_atomic_shr(shared.n##_shr, k % 3 == 0);
        INTEGERS(CHANGE_BITS)
        gpump_atomic_add(shared.p, 1);
        gpump_atomic_sub(shared.mixed, 1);
        gpump_atomic_add(shared.mixed, 2.5);
        gpump_atomic_mul(shared.odd, 1.0);
        gpump_atomic_add(shared.single, 0.25);
        gpump_atomic_or(types_globals.flag, k == 7);
        gpump_atomic_add(&(*types_globals.bytes)[k % 8], k);
    }
}
GPUMP_REGION(main_parallel0, main_parallel0_t, .file = "types.c", .line = 20,
    .kernel = gpump_kernel<main_parallel0>);

#define REDUCE(T, n, v)                                                  \
    struct reduce_##n##_t {                                              \
        T *sum, *product;                                                \
    };                                                                   \
    __global__ void reduce_##n(gpump_team_t team, reduce_##n##_t shared) \
    {                                                                    \
        if (!gpump_enter(team))                                          \
            return;                                                      \
        T sum = 0, product = 1;                                          \
        for (int k : gpump_for(gpump_range<int>(0, '<', 9, 1))) {        \
            sum += (T)k;                                                 \
            product *= (T)(1 + k % 2);                                   \
        }                                                                \
        gpump_reduce_add(shared.sum, sum);                               \
        gpump_reduce_mul(shared.product, product);                       \
    }                                                                    \
    GPUMP_REGION(reduce_##n, reduce_##n##_t, .file = "types.c", .line = 49, .kernel = gpump_kernel<reduce_##n>);
INTEGERS(REDUCE)
FLOATS(REDUCE)
