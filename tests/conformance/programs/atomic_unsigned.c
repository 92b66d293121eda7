/*
 * atomic (2.7.4) on the unsigned integer types: x binop= expression for
 * + - * / & ^ | << >>.
 *
 * cross all: _Pragma("omp atomic")
 * crossed with: -DTIMES=1500000
 */
#include <omp.h>
#include "check.h"

#define THREADS 4
#ifndef TIMES
#define TIMES 4000
#endif

/*
 * Each pair of statements leaves the variable as it was, and so do many in any
 * order. When one is lost, what is left is wrong.
 */
#define PAIR(FIRST, SECOND)                \
    {                                      \
        int n;                             \
        _Pragma("omp barrier")             \
        for (n = 0; n < TIMES; n++) {      \
            _Pragma("omp atomic")          \
            FIRST;                         \
            _Pragma("omp atomic")          \
            SECOND;                        \
        }                                  \
    }

#define INTEGER(NAME, TYPE)                                                         \
    static void NAME(void)                                                          \
    {                                                                               \
        TYPE sum = 5, product = 3, shift = 3, bits = 0, mask = 0;                   \
        TYPE toggle = 0, other = 0;                                                 \
        _Pragma("omp parallel num_threads(THREADS)")                                \
        {                                                                           \
            TYPE mine = (TYPE)(1 << 2 * omp_get_thread_num());                      \
            PAIR(sum += 3, sum -= 3)                                                \
            PAIR(product *= 2, product /= 2)                                        \
            PAIR(shift <<= 1, shift >>= 1)                                          \
            PAIR(bits |= mine, bits -= mine)                                        \
            PAIR(mask += mine, mask &= ~mine)                                       \
            PAIR(toggle ^= mine, other ^= mine)                                     \
            _Pragma("omp atomic")                                                   \
            toggle ^= mine;                                                         \
        }                                                                           \
        CHECK(sum == 5);                                                            \
        CHECK(product == 3);                                                        \
        CHECK(shift == 3);                                                          \
        CHECK(bits == 0);                                                           \
        CHECK(mask == 0);                                                           \
        CHECK(toggle == (TYPE)0x55);                                                \
        CHECK(other == 0);                                                          \
    }

INTEGER(on_unsigned_char, unsigned char)
INTEGER(on_unsigned_short, unsigned short)
INTEGER(on_unsigned, unsigned)
INTEGER(on_unsigned_long, unsigned long)
INTEGER(on_unsigned_long_long, unsigned long long)

int main(void)
{
    on_unsigned_char();
    on_unsigned_short();
    on_unsigned();
    on_unsigned_long();
    on_unsigned_long_long();
    return check_result("atomic, unsigned");
}
