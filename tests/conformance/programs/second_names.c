/*
 * Variables that are changed by another name than a region uses: an alias, a declaration with the label of another, the
 * bounds of a section.
 *
 * cross: other = 9 => (void)other
 * cross: labelled = 9 => (void)labelled
 * cross: __start_limits[0] = 9 => (void)__start_limits
 */
#include "check.h"

long by_alias = 5, by_label = 5;
extern long other __attribute__((alias("by_alias")));
extern long labelled __asm__("by_label");
static long by_section __attribute__((section("limits"), used)) = 5;
extern long __start_limits[];

#define SUM_TWICE(limit, change)                                                                                       \
    {                                                                                                                  \
        long sum = 0;                                                                                                  \
        _Pragma("omp parallel")                                                                                        \
        {                                                                                                              \
            _Pragma("omp for reduction(+ : sum)")                                                                      \
            for (int i = 0; i < limit; i++)                                                                            \
                sum += i;                                                                                              \
            _Pragma("omp single")                                                                                      \
            change;                                                                                                    \
            _Pragma("omp for reduction(+ : sum)")                                                                      \
            for (int i = 0; i < limit; i++)                                                                            \
                sum += i;                                                                                              \
        }                                                                                                              \
        CHECK(sum == 10 + 36);                                                                                         \
    }

int main(void)
{
    SUM_TWICE(by_alias, other = 9)
    SUM_TWICE(by_label, labelled = 9)
    SUM_TWICE(by_section, __start_limits[0] = 9)
    return check_result("second names");
}
