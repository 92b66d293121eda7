/*
 * Loop variables of every signed integer type (2.5.1).
 *
 * cross: _Pragma("omp parallel for reduction(+ : sum, count)") => _Pragma("omp parallel reduction(+ : sum, count)")
 */
#include <stdint.h>
#include "check.h"

typedef int index_t;

#define TRY(NAME, TYPE, FIRST, END, STEP)                                   \
    static void NAME(void)                                                  \
    {                                                                       \
        long long sum = 0, expected = 0, value;                             \
        int count = 0, expected_count = 0;                                  \
        TYPE i;                                                             \
                                                                            \
        _Pragma("omp parallel for reduction(+ : sum, count)")               \
        for (i = (FIRST); i < (END); i += (STEP)) {                         \
            sum += i;                                                       \
            count++;                                                        \
        }                                                                   \
        for (value = (FIRST); value < (END); value += (STEP)) {             \
            expected += value;                                              \
            expected_count++;                                               \
        }                                                                   \
        CHECK(sum == expected);                                             \
        CHECK(count == expected_count);                                     \
        printf("%-12s %lld of %d\n", #TYPE, sum, count);                    \
    }

TRY(signed_char, signed char, -60, 60, 7)
TRY(signed_short, short, -15000, 15000, 1000)
TRY(signed_int, int, -1000000000, 1000000000, 100000000)
TRY(signed_long, long, -4000000000000000000, 4000000000000000000, 100000000000000001)
TRY(signed_long_long, long long, -4000000000000000000LL, 4000000000000000000LL, 1000000000000000000LL)
TRY(fixed_width, int64_t, -5, 5, 1)
TRY(defined, index_t, -50, 1000, 11)

int main(void)
{
    signed_char();
    signed_short();
    signed_int();
    signed_long();
    signed_long_long();
    fixed_width();
    defined();
    return check_result("signed loop variables");
}
