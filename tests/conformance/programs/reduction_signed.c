/*
 * reduction (2.8.3.6) on the signed integer types, with every operator that they allow,
 * on a loop, orphaned, and on the combined construct.
 *
 * cross: reduction(+ : total) => firstprivate(total)
 * cross: reduction(+ : sum) => firstprivate(sum)
 * cross: reduction(* : product) => firstprivate(product)
 * cross: reduction(- : less) => firstprivate(less)
 * cross: reduction(& : common) reduction(| : any) => firstprivate(common, any)
 * cross: reduction(^ : toggled) => private(toggled)
 * cross: reduction(&& : all) => firstprivate(all)
 * cross: reduction(|| : some) => firstprivate(some)
 */
#include "check.h"

#define N 40

/* Types of one byte have to hold all of these numbers. */
#define TRY(NAME, TYPE)                                                                         \
    /* orphaned, on a shared variable */                                                        \
    static TYPE NAME##_loop(const TYPE *values)                                                 \
    {                                                                                           \
        static TYPE total;                                                                      \
        int k;                                                                                  \
                                                                                                \
        _Pragma("omp for reduction(+ : total) schedule(static)")                                \
        for (k = 0; k < N; k++)                                                                 \
            total += values[k];                                                                 \
        return total;                                                                           \
    }                                                                                           \
                                                                                                \
    static void NAME(void)                                                                      \
    {                                                                                           \
        TYPE values[N], sum = 5, product = 3, less = 100, all = 2, some = 0, none = 0;          \
        TYPE common = (TYPE)0x7d, any = 2, toggled = 1;                                         \
        int k, wrong = 0;                                                                       \
                                                                                                \
        for (k = 0; k < N; k++)                                                                 \
            values[k] = (TYPE)(k % 3);                                                          \
        _Pragma("omp parallel reduction(+ : wrong) num_threads(4)")                             \
        wrong += NAME##_loop(values) != 39;                                                     \
        _Pragma("omp parallel for reduction(+ : sum)")                                          \
        for (k = 0; k < N; k++)                                                                 \
            sum += values[k];                                                                   \
        _Pragma("omp parallel for reduction(* : product) num_threads(3)")                       \
        for (k = 0; k < N; k++)                                                                 \
            product *= k % 10 == 4 ? 2 : 1;                                                     \
        _Pragma("omp parallel for reduction(- : less)")                                         \
        for (k = 0; k < N; k++)                                                                 \
            less -= values[k];                                                                  \
        _Pragma("omp parallel for reduction(&& : all)")                                         \
        for (k = 0; k < N; k++)                                                                 \
            all = all && values[k] != 7;                                                        \
        CHECK(all == 1);                                                                        \
        _Pragma("omp parallel for reduction(&& : all)")                                         \
        for (k = 0; k < N; k++)                                                                 \
            all = all && k != 17;                                                               \
        _Pragma("omp parallel for reduction(|| : some) reduction(|| : none)")                   \
        for (k = 0; k < N; k++) {                                                               \
            some = some || values[k] == 2;                                                      \
            none = none || values[k] == 3;                                                      \
        }                                                                                       \
        _Pragma("omp parallel for reduction(& : common) reduction(| : any) num_threads(5)")     \
        for (k = 0; k < N; k++) {                                                               \
            common &= (TYPE)~(k == 11 ? 4 : k == 30 ? 8 : 0);                                   \
            any |= (TYPE)(k == 12 ? 64 : k % 2 * 16);                                           \
        }                                                                                       \
        _Pragma("omp parallel for reduction(^ : toggled) schedule(dynamic)")                    \
        for (k = 0; k < N; k++)                                                                 \
            toggled ^= (TYPE)(k * k % 100);                                                     \
        CHECK(wrong == 0);                                                                      \
        CHECK(sum == 44);                                                                       \
        CHECK(product == 48);                                                                   \
        CHECK(less == 61);                                                                      \
        CHECK(all == 0);                                                                        \
        CHECK(some == 1 && none == 0);                                                          \
        CHECK(common == (TYPE)0x71);                                                            \
        CHECK(any == 82);                                                                       \
        CHECK(toggled == 25);                                                                   \
    }

TRY(in_char, char)
TRY(in_signed_char, signed char)
TRY(in_short, short)
TRY(in_int, int)
TRY(in_long, long)
TRY(in_long_long, long long)

int main(void)
{
    in_char();
    in_signed_char();
    in_short();
    in_int();
    in_long();
    in_long_long();
    return check_result("reduction, signed integer");
}
