/*
 * atomic (2.7.4): x++ ++x x-- --x on every integer type.
 *
 * cross all: _Pragma("omp atomic")
 * crossed with: -DTIMES=1500000
 */
#include <stddef.h>
#include "check.h"

#ifndef TIMES
#define TIMES 4000
#endif

#define STEPS(TYPE, NAME)                          \
    static TYPE NAME##_value;                      \
    static void NAME(void)                         \
    {                                              \
        int i;                                     \
        for (i = 0; i < TIMES; i++) {              \
            _Pragma("omp atomic")                  \
            NAME##_value++;                        \
            _Pragma("omp atomic")                  \
            ++NAME##_value;                        \
            _Pragma("omp atomic")                  \
            NAME##_value--;                        \
            _Pragma("omp atomic")                  \
            --NAME##_value;                        \
            _Pragma("omp atomic")                  \
            ++NAME##_value;                        \
        }                                          \
    }

STEPS(signed char, schar)
STEPS(unsigned char, uchar)
STEPS(char, plain)
STEPS(short, shrt)
STEPS(unsigned short, ushrt)
STEPS(int, intg)
STEPS(unsigned, uintg)
STEPS(long, lng)
STEPS(unsigned long, ulng)
STEPS(long long, llng)
STEPS(unsigned long long, ullng)
STEPS(ptrdiff_t, diff)

static void (*const all[])(void) = {schar, uchar, plain, shrt, ushrt, intg, uintg, lng, ulng, llng, ullng, diff};

int main(void)
{
    unsigned k;

    for (k = 0; k < sizeof all / sizeof all[0]; k++) {
        void (*steps)(void) = all[k];
#pragma omp parallel num_threads(4)
        steps();
    }
    CHECK(schar_value == (signed char)(4 * TIMES));
    CHECK(uchar_value == (unsigned char)(4 * TIMES));
    CHECK(plain_value == (char)(4 * TIMES));
    CHECK(shrt_value == (short)(4 * TIMES));
    CHECK(ushrt_value == (unsigned short)(4 * TIMES));
    CHECK(intg_value == 4 * TIMES);
    CHECK(uintg_value == 4 * TIMES);
    CHECK(lng_value == 4 * TIMES);
    CHECK(ulng_value == 4 * TIMES);
    CHECK(llng_value == 4 * TIMES);
    CHECK(ullng_value == 4 * TIMES);
    CHECK(diff_value == 4 * TIMES);
    return check_result("atomic increments");
}
