/*
 * reduction with max and min (3.1, 2.9.3.6) on every arithmetic type: on a loop, orphaned,
 * on the combined construct, and of what has no iterations.
 *
 * cross: reduction(max : peak) => firstprivate(peak)
 * cross: reduction(max : most) => firstprivate(most)
 * cross: reduction(min : least) => firstprivate(least)
 * cross: reduction(max : high) => firstprivate(high)
 * cross: reduction(min : low) => firstprivate(low)
 */
#include <float.h>
#include <limits.h>
#include "check.h"

#define N 40

enum colour { RED, GREEN, BLUE };

/* Values between LOW + 1 and LOW + 40, all types have them. */
#define TRY(NAME, TYPE, LOW, LEAST, GREATEST)                                                   \
    /* orphaned, on a shared variable */                                                        \
    static TYPE NAME##_loop(const TYPE *values)                                                 \
    {                                                                                           \
        static TYPE peak;                                                                       \
        int k;                                                                                  \
                                                                                                \
        _Pragma("omp single")                                                                   \
        peak = LEAST;                                                                           \
        _Pragma("omp for reduction(max : peak) schedule(static)")                               \
        for (k = 0; k < N; k++)                                                                 \
            if (values[k] > peak)                                                               \
                peak = values[k];                                                               \
        return peak;                                                                            \
    }                                                                                           \
                                                                                                \
    static void NAME(void)                                                                      \
    {                                                                                           \
        TYPE values[N], most = LEAST, least = GREATEST, high = LEAST, low = GREATEST;           \
        TYPE none = (TYPE)(LOW + 3), nothing = (TYPE)(LOW + 4);                                 \
        int k, wrong = 0;                                                                       \
                                                                                                \
        for (k = 0; k < N; k++)                                                                 \
            values[k] = (TYPE)(LOW + 1 + k * 7 % N);                                            \
        _Pragma("omp parallel reduction(+ : wrong) num_threads(4)")                             \
        wrong += NAME##_loop(values) != (TYPE)(LOW + N);                                        \
        CHECK(wrong == 0);                                                                      \
        _Pragma("omp parallel for reduction(max : most)")                                       \
        for (k = 0; k < N; k++)                                                                 \
            most = values[k] > most ? values[k] : most;                                         \
        CHECK(most == (TYPE)(LOW + N));                                                         \
        _Pragma("omp parallel for reduction(min : least) num_threads(3)")                       \
        for (k = 0; k < N; k++)                                                                 \
            if (least > values[k])                                                              \
                least = values[k];                                                              \
        CHECK(least == (TYPE)(LOW + 1));                                                        \
        _Pragma("omp parallel num_threads(5)")                                                  \
        {                                                                                       \
            int k;                                                                              \
            _Pragma("omp for reduction(max : high) reduction(min : low)")                       \
            for (k = 0; k < N; k++) {                                                           \
                high = high < values[k] ? values[k] : high;                                     \
                low = low < values[k] ? low : values[k];                                        \
            }                                                                                   \
        }                                                                                       \
        CHECK(high == most && low == least);                                                    \
        /* what the copies begin with changes nothing */                                        \
        _Pragma("omp parallel for reduction(max : none) reduction(min : nothing)")              \
        for (k = 0; k < 0; k++)                                                                 \
            none = nothing = (TYPE)k;                                                           \
        CHECK(none == (TYPE)(LOW + 3) && nothing == (TYPE)(LOW + 4));                           \
        none = LEAST;                                                                           \
        nothing = GREATEST;                                                                     \
        _Pragma("omp parallel reduction(max : none) reduction(min : nothing) reduction(+ : wrong)")\
        wrong += 0 * (none == nothing);                                                         \
        CHECK(none == LEAST && nothing == GREATEST);                                            \
    }

TRY(of_char, char, 0, CHAR_MIN, CHAR_MAX)
TRY(of_signed_char, signed char, -20, SCHAR_MIN, SCHAR_MAX)
TRY(of_unsigned_char, unsigned char, 120, 0, UCHAR_MAX)
TRY(of_short, short, -20, SHRT_MIN, SHRT_MAX)
TRY(of_unsigned_short, unsigned short, 32750, 0, USHRT_MAX)
TRY(of_int, int, -20, INT_MIN, INT_MAX)
TRY(of_unsigned, unsigned, 2147483630u, 0, UINT_MAX)
TRY(of_long, long, -20, LONG_MIN, LONG_MAX)
TRY(of_unsigned_long, unsigned long, LONG_MAX - 20ul, 0, ULONG_MAX)
TRY(of_long_long, long long, -20, LLONG_MIN, LLONG_MAX)
TRY(of_unsigned_long_long, unsigned long long, LLONG_MAX - 20ull, 0, ULLONG_MAX)
TRY(of_float, float, -20, -FLT_MAX, FLT_MAX)
TRY(of_double, double, -20, -DBL_MAX, DBL_MAX)

int main(void)
{
    _Bool some = 0, all = 1;
    enum colour brightest = RED;
    double infinite = -__builtin_inf(), hottest = 3;
    float number = 2;
    int k;

    of_char();
    of_signed_char();
    of_unsigned_char();
    of_short();
    of_unsigned_short();
    of_int();
    of_unsigned();
    of_long();
    of_unsigned_long();
    of_long_long();
    of_unsigned_long_long();
    of_float();
    of_double();
#pragma omp parallel for reduction(max : some) reduction(min : all)
    for (k = 0; k < N; k++) {
        some = some > (k == 17) ? some : k == 17;
        all = all < (k != 18) ? all : k != 18;
    }
    CHECK(some == 1 && all == 0);
#pragma omp parallel for reduction(max : brightest)
    for (k = 0; k < N; k++)
        if (brightest < GREEN && k == 11)
            brightest = GREEN;
    CHECK(brightest == GREEN);
    /* less than the least number */
#pragma omp parallel for reduction(max : infinite)
    for (k = 0; k < 0; k++)
        infinite = 0;
    CHECK(infinite == -__builtin_inf());
    /* what is no number is not greater, and stays where nothing is */
#pragma omp parallel num_threads(1) reduction(max : hottest) reduction(min : number)
    {
        hottest = __builtin_nan("");
        number = __builtin_nanf("");
    }
    CHECK(hottest != hottest && number != number);
#pragma omp parallel num_threads(1) reduction(max : hottest) reduction(min : number)
    {
        hottest = 5;
        number = -1;
    }
    CHECK(hottest == 5 && number == -1);
    return check_result("reduction, max and min");
}
