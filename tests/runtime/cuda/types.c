/* atomic and reduction, on every type, with every operator; and atomics whose two sides differ in type. */
#include <stdio.h>
#include "types.h"

static _Bool flag;
static unsigned char bytes[8];

int main(void)
{
    int k, array[10] = {0}, *p = array, mixed = 100;
    unsigned char odd = 7;
    float single = 1;
#define DECLARE(T, n, v) T n##_add = v, n##_sub = v, n##_mul = v, n##_div = v, n##_sum = v, n##_product = 1;
    INTEGERS(DECLARE)
    FLOATS(DECLARE)
#define DECLARE_BITS(T, n, v) T n##_and = v, n##_or = v, n##_xor = v, n##_shl = v, n##_shr = v, n##_all = v, n##_any = v;
    INTEGERS(DECLARE_BITS)

#pragma omp parallel for
    for (k = 0; k < 12; k++) {
#define ATOMIC _Pragma("omp atomic")
#define CHANGE(T, n, v) ATOMIC n##_add += k; ATOMIC n##_sub -= 2; ATOMIC n##_mul *= 3; ATOMIC n##_div /= 1;
        INTEGERS(CHANGE)
        FLOATS(CHANGE)
#define CHANGE_BITS(T, n, v) ATOMIC n##_and &= ~(1 << k); ATOMIC n##_or |= 1 << k; ATOMIC n##_xor ^= k; ATOMIC n##_shl <<= k % 2; ATOMIC n##_shr >>= k % 3 == 0;
        INTEGERS(CHANGE_BITS)
        ATOMIC p++;
        ATOMIC --mixed;
        ATOMIC mixed += 2.5;
        ATOMIC odd *= 1.0;
        ATOMIC single += 0.25;
        ATOMIC flag |= k == 7;
        ATOMIC bytes[k % 8] += k;
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

#define PRAGMA(text) _Pragma(#text)
#define REDUCE(T, n, v)                                                                                        \
    PRAGMA(omp parallel for reduction(+ : n##_sum) reduction(* : n##_product)) for (k = 0; k < 9; k++)     \
    {                                                                                                          \
        n##_sum += (T)k;                                                                                       \
        n##_product *= (T)(1 + k % 2);                                                                         \
    }                                                                                                          \
    printf(#n " %.17g %.17g\n", (double)n##_sum, (double)n##_product);
    INTEGERS(REDUCE)
    FLOATS(REDUCE)
    return 0;
}
