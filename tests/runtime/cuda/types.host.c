/* atomic and reduction, on every type, with every operator; and atomics whose two sides differ in type. */
#include <takeover.h>
#include <gpump.h>
#include <stdio.h>
#include "types.h"

static _Bool flag;
static unsigned char bytes[8];

#define SHARED(T, n, v) T *n##_add, *n##_sub, *n##_mul, *n##_div;
#define SHARED_BITS(T, n, v) T *n##_and, *n##_or, *n##_xor, *n##_shl, *n##_shr;
#define GIVE(T, n, v) &n##_add, &n##_sub, &n##_mul, &n##_div,
#define GIVE_BITS(T, n, v) &n##_and, &n##_or, &n##_xor, &n##_shl, &n##_shr,

extern gpump_region_t main_parallel0_region;

int main(void)
{
    int k, array[10] = {0}, *p = array, mixed = 100;
    unsigned char odd = 7;
    float single = 1;
#define DECLARE(T, n, v) T n##_add = v, n##_sub = v, n##_mul = v, n##_div = v, n##_sum = v, n##_product = 1;
    INTEGERS(DECLARE)
    FLOATS(DECLARE)
#define DECLARE_BITS(T, n, v) T n##_and = v, n##_or = v, n##_xor = v, n##_shl = v, n##_shr = v;
    INTEGERS(DECLARE_BITS)

    /* #pragma omp parallel for */
    {
        struct {
            INTEGERS(SHARED) FLOATS(SHARED) INTEGERS(SHARED_BITS)
            int **p, *mixed;
            unsigned char *odd;
            float *single;
        } gpump_shared = {INTEGERS(GIVE) FLOATS(GIVE) INTEGERS(GIVE_BITS) & p, &mixed, &odd, &single};
        if (!gpump_parallel(&main_parallel0_region, 1, 0, &gpump_shared))
    for (k = 0; k < 12; k++) {
#define CHANGE(T, n, v) n##_add += k; n##_sub -= 2; n##_mul *= 3; n##_div /= 1;
        INTEGERS(CHANGE)
        FLOATS(CHANGE)
#define CHANGE_BITS(T, n, v) n##_and &= ~(1 << k); n##_or |= 1 << k; n##_xor ^= k; n##_shl <<= k % 2; n##_shr >>= k % 3 == 0;
        INTEGERS(CHANGE_BITS)
        p++;
        --mixed;
        mixed += 2.5;
        odd *= 1.0;
        single += 0.25;
        flag |= k == 7;
        bytes[k % 8] += k;
    }
    }
#define PRINT(T, n, v) printf(#n " %.17g %.17g %.17g %.17g\n", (double)n##_add, (double)n##_sub, (double)n##_mul, (double)n##_div);
    INTEGERS(PRINT)
    FLOATS(PRINT)
#define PRINT_BITS(T, n, v) printf(#n " %lld %lld %lld %lld %lld\n", (long long)n##_and, (long long)n##_or, (long long)n##_xor, (long long)n##_shl, (long long)n##_shr);
    INTEGERS(PRINT_BITS)
    printf("%d %d %d %g %d\n", (int)(p - array), mixed, odd, (double)single, flag);
    for (k = 0; k < 8; k++)
        printf("%d ", bytes[k]);
    printf("\n");

#define REDUCE(T, n, v)                                                             \
    {                                                                               \
        extern gpump_region_t reduce_##n##_region;                                  \
        struct { T *sum, *product; } gpump_shared = {&n##_sum, &n##_product};       \
        if (!gpump_parallel(&reduce_##n##_region, 1, 0, &gpump_shared))             \
            for (k = 0; k < 9; k++) {                                               \
                n##_sum += (T)k;                                                    \
                n##_product *= (T)(1 + k % 2);                                      \
            }                                                                       \
        printf(#n " %.17g %.17g\n", (double)n##_sum, (double)n##_product);          \
    }
    INTEGERS(REDUCE)
    FLOATS(REDUCE)
    return 0;
}

/* What the device text needs of this file. */
const struct {
    _Bool *flag;
    unsigned char (*bytes)[8];
} types_host = {&flag, &bytes};
