/*
 * gcc's own functions in a region: bits, overflow, classes of floating-point numbers, hints to the optimiser, atomic ones; and
 * the limits of <float.h>, which are constants of type long double that a cast makes double.
 *
 * cross: __builtin_bswap32
 * cross: __sync_fetch_and_add(&count, 2) => (count += 2)
 * cross: DBL_EPSILON => DBL_MIN
 * crossed with: -DN=2000000
 */
#include <float.h>
#include <limits.h>
#include "check.h"

#ifndef N
#define N 4000
#endif

static int seen[64];
static double limits[4];
static unsigned int swapped;
static unsigned long long wide;
static int count, greatest, together, lock, inside;

int main(void)
{
    int i, right = 1;

#pragma omp parallel num_threads(1)
    {
        unsigned int u = 0x00f00010u;
        unsigned long ul = 0x100000000ul;
        long long ll = -256;
        int at = 0, result = 0;
        long large = 0;
        unsigned char small = 0;
        double half = -0.5L;
        volatile double zero = 0, tiny = DBL_MIN / 4, huge = DBL_MAX;

        seen[at++] = __builtin_popcount(u) == 5 && __builtin_popcountl(ul) == 1 && __builtin_popcountll(ul - 1) == 32;
        seen[at++] = __builtin_clz(u) == 8 && __builtin_clzl(ul) == 31 && __builtin_clzll(ul) == 31;
        seen[at++] = __builtin_ctz(u) == 4 && __builtin_ctzl(ul) == 32 && __builtin_ctzll(ul << 3) == 35;
        seen[at++] = __builtin_ffs((int)u) == 5 && __builtin_ffsl((long)ul) == 33 && __builtin_ffsll(0) == 0;
        seen[at++] = __builtin_parity(u) == 1 && __builtin_parityl(ul | 1) == 0 && __builtin_parityll(ul) == 1;
        seen[at++] = __builtin_clrsb(-1) == 31 && __builtin_clrsbl(1) == 62 && __builtin_clrsbll(ll) == 55;
        swapped = __builtin_bswap32(0x12345678u);
        wide = __builtin_bswap64(0x0102030405060708ul);
        seen[at++] = __builtin_bswap16(0x1234) == 0x3412;
        seen[at++] = __builtin_add_overflow(INT_MAX, 1, &result) && result == INT_MIN;
        seen[at++] = !__builtin_sub_overflow(3, 5, &result) && result == -2;
        seen[at++] = __builtin_mul_overflow(LONG_MAX, 2, &large) && large == -2;
        seen[at++] = !__builtin_mul_overflow(-4, 5l, &large) && large == -20;
        seen[at++] = __builtin_add_overflow(200, 100, &small) && small == 44;
        seen[at++] = __builtin_sub_overflow(1u, 2u, &u) && u == UINT_MAX;
        seen[at++] = __builtin_smul_overflow(1 << 30, 4, &result) && __builtin_mul_overflow_p(1 << 20, 1 << 20, 0);
        seen[at++] = !__builtin_uaddl_overflow(ul, ul, &ul) && ul == 0x200000000ul;
        seen[at++] = __builtin_isgreater(1.0, zero) && !__builtin_isless(zero / zero, 1.0) && __builtin_islessgreater(1.0, 2.0);
        seen[at++] = __builtin_isunordered(zero / zero, 1.0) && __builtin_isnan(zero / zero) && __builtin_isinf(1 / zero);
        seen[at++] = __builtin_isnormal(huge) && !__builtin_isnormal(tiny) && __builtin_isinf_sign(-1 / zero) == -1;
        seen[at++] = __builtin_fpclassify(1, 2, 3, 4, 5, tiny) == 4 && __builtin_fpclassify(1, 2, 3, 4, 5, zero) == 5;
        seen[at++] = __builtin_signbit(-1.0) && __builtin_huge_val() > huge && __builtin_inff() > 1 && __builtin_fabs(-2.0) == 2;
        seen[at++] = __builtin_expect(count == 0, 1) && __builtin_expect_with_probability(1, 1, 0.9);
        __builtin_prefetch(seen);
        if (count < 0)
            __builtin_trap();
        if (count == INT_MIN)
            __builtin_unreachable();
        seen[at++] = *(int *)__builtin_assume_aligned(seen, 4) == 1;
        seen[at++] = __atomic_exchange_n(&greatest, 3, __ATOMIC_SEQ_CST) == 0 && __atomic_load_n(&greatest, __ATOMIC_ACQUIRE) == 3;
        __atomic_store_n(&greatest, 0, __ATOMIC_RELEASE);
        limits[0] = DBL_MAX;
        limits[1] = DBL_MIN;
        limits[2] = 1 + DBL_EPSILON;
        limits[3] = (double)FLT_MAX + FLT_MIN + FLT_EPSILON + (double)2.5L + half + 0.5;
    }
    for (i = 0; i < 23; i++)
        if (!seen[i]) {
            printf("number %d: not so\n", i);
            right = 0;
        }
    CHECK(right);
    CHECK(swapped == 0x78563412u && wide == 0x0807060504030201ull);
    CHECK(limits[0] == DBL_MAX && limits[1] == DBL_MIN && limits[2] > 1);
    CHECK(limits[3] == (double)FLT_MAX + FLT_MIN + FLT_EPSILON + 2.5);

#pragma omp parallel for
    for (i = 0; i < N; i++) {
        int old = __atomic_load_n(&greatest, __ATOMIC_RELAXED);

        __sync_fetch_and_add(&count, 2);
        __atomic_or_fetch(&together, 1 << i % 8, __ATOMIC_SEQ_CST);
        while (old < i && !__atomic_compare_exchange_n(&greatest, &old, i, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            ;
        if (__sync_bool_compare_and_swap(&lock, 0, 1)) {
            inside++;
            __sync_synchronize();
            __sync_lock_release(&lock);
        }
    }
    CHECK(count == 2 * N);
    CHECK(together == 255);
    CHECK(greatest == N - 1);
    CHECK(inside > 0);

    return check_result("the compiler's own functions");
}
