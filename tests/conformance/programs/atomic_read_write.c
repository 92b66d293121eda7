/*
 * atomic read and atomic write (3.1, 2.8.5) on all types: a value is never seen in part, one that was
 * written stays, and threads may wait for one another by them.
 *
 * cross all hangs: _Pragma("omp atomic read")
 * crossed with: -O2
 */
#include <omp.h>
#include "check.h"

#define ROUNDS 60

#define TRY(NAME, TYPE)                                                     \
    static TYPE NAME##_baton;                                               \
    static TYPE NAME##_look(const TYPE *where)                              \
    {                                                                       \
        TYPE seen;                                                          \
        _Pragma("omp atomic read")                                          \
        seen = *where;                                                      \
        return seen;                                                        \
    }                                                                       \
                                                                            \
    static void NAME(void)                                                  \
    {                                                                       \
        TYPE around[3] = {1, 2, 3};                                         \
        int wrong = 0;                                                      \
        _Pragma("omp parallel num_threads(2) reduction(+ : wrong)")         \
        {                                                                   \
            int k, me = omp_get_thread_num();                               \
            for (k = me; k < ROUNDS; k += 2) {                              \
                while (NAME##_look(&NAME##_baton) != (TYPE)k)               \
                    ;                                                       \
                _Pragma("omp atomic write")                                 \
                around[1] = k % 10 + 2;                                     \
                _Pragma("omp atomic write")                                 \
                NAME##_baton = k + 1.0;                                     \
                wrong += around[0] != 1 || around[2] != 3;                  \
            }                                                               \
        }                                                                   \
        CHECK(wrong == 0);                                                  \
        CHECK(NAME##_baton == ROUNDS);                                      \
        CHECK(around[1] == (ROUNDS - 1) % 10 + 2);                          \
    }

TRY(of_char, char)
TRY(of_unsigned_char, unsigned char)
TRY(of_short, short)
TRY(of_int, int)
TRY(of_unsigned, unsigned)
TRY(of_long, long)
TRY(of_unsigned_long_long, unsigned long long)
TRY(of_float, float)
TRY(of_double, double)

int main(void)
{
    _Bool flag = 0, seen;
    double fraction = 0;
    int *place = NULL, *found, whole = 0;

    of_char();
    of_unsigned_char();
    of_short();
    of_int();
    of_unsigned();
    of_long();
    of_unsigned_long_long();
    of_float();
    of_double();
#pragma omp parallel num_threads(2) shared(flag, place)
    if (omp_get_thread_num() == 0) {
#pragma omp atomic write
        place = &whole;
#pragma omp atomic write
        flag = 0.5;
    } else {
        do {
#pragma omp atomic read
            seen = flag;
        } while (!seen);
        do {
#pragma omp atomic read
            found = place;
        } while (!found);
#pragma omp atomic write
        whole = 7.9;
#pragma omp atomic read
        fraction = *found;
    }
    CHECK(flag == 1 && place == &whole);
    CHECK(whole == 7 && fraction == 7);
    return check_result("atomic read and write");
}
