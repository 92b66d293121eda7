/*
 * The longer forms of atomic updates (3.1, 2.8.5; 4.0, 2.12.6): x = x binop expr, x = expr binop x.
 *
 * cross all: _Pragma("omp atomic update")
 * crossed with: -DTIMES=1500000
 */
#include <omp.h>
#include "check.h"

#define THREADS 4
#ifndef TIMES
#define TIMES 4000
#endif

/* Each pair leaves the variable as it was, and so do many in any order. */
#define PAIR(FIRST, SECOND)                \
    {                                      \
        int n;                             \
        _Pragma("omp barrier")             \
        for (n = 0; n < TIMES; n++) {      \
            _Pragma("omp atomic update")   \
            FIRST;                         \
            _Pragma("omp atomic update")   \
            SECOND;                        \
        }                                  \
    }

#define NUMBER(NAME, TYPE)                                                  \
    static void NAME(void)                                                  \
    {                                                                       \
        TYPE sum = 5, other = 7, product = 3, sign = 9, two = 2;            \
        _Pragma("omp parallel num_threads(THREADS)")                        \
        {                                                                   \
            TYPE one = 1;                                                   \
            PAIR(sum = sum + 3 * one, sum = sum - 3 * one)                  \
            PAIR(other = 2 + one + other, other = other - (2 + one))        \
            PAIR(product = product * (one + 1), product = product / (one + 1)) \
            PAIR(sign = (TYPE)(2 * one) - sign, sign = (TYPE)2 - (sign))    \
            PAIR(two = (one) * two, two = two / (TYPE)+one)                 \
        }                                                                   \
        CHECK(sum == 5);                                                    \
        CHECK(other == 7);                                                  \
        CHECK(product == 3);                                                \
        CHECK(sign == 9);                                                   \
        CHECK(two == 2);                                                    \
    }

NUMBER(of_signed_char, signed char)
NUMBER(of_short, short)
NUMBER(of_int, int)
NUMBER(of_long, long)
NUMBER(of_float, float)
NUMBER(of_double, double)

static void bits(void)
{
    unsigned shift = 1, set = 0, toggle = 1;
    unsigned char mask = 0;

#pragma omp parallel num_threads(THREADS)
    {
        unsigned mine = 1u << 2 * omp_get_thread_num();
        PAIR(shift = shift << 2 - 1, shift = shift >> 1)
        PAIR(set = mine | set, set = set & ~mine)
        PAIR(mask = (unsigned char)mine ^ mask, mask = mask ^ mine)
        PAIR(toggle = toggle ^ mine, toggle = mine ^ toggle)
    }
    CHECK(shift == 1);
    CHECK(set == 0);
    CHECK(mask == 0);
    CHECK(toggle == 1);
}

/* What is not the same the other way round. */
static void reversed(void)
{
    int power = 3, halves = 2, seven = 2;
    double quotient = 4;
    char text[8] = "abcdefg", *end = text + 1;

#pragma omp parallel num_threads(1)
    {
#pragma omp atomic
        power = 2 << power;
#pragma omp atomic update
        halves = 64 >> halves;
#pragma omp atomic
        seven = 9 - seven;
#pragma omp atomic
        quotient = 1.0 / quotient;
#pragma omp atomic
        end = 2 + end;
#pragma omp atomic
        end = end - 1;
    }
    CHECK(power == 16);
    CHECK(halves == 16);
    CHECK(seven == 7);
    CHECK(quotient == 0.25);
    CHECK(*end == 'c');
}

int main(void)
{
    of_signed_char();
    of_short();
    of_int();
    of_long();
    of_float();
    of_double();
    bits();
    reversed();
    return check_result("atomic update, longer forms");
}
