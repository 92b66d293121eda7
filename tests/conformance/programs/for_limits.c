/*
 * Loops that end at the very end of their variable's type (2.5.1): no counter
 * of gpump's own may overflow.
 *
 * cross: reduction(+ : n, sum) => firstprivate(n, sum)
 */
#include <limits.h>
#include "check.h"

#define EXPECT(COUNT, SUM)     \
    do {                       \
        CHECK(n == (COUNT));   \
        CHECK(sum == (SUM));   \
        n = 0;                 \
        sum = 0;               \
    } while (0)

int main(void)
{
    int n = 0, i;
    long long sum = 0, l;
    unsigned char c;
    signed char s;
    unsigned u;
    unsigned long long ull;

#pragma omp parallel for reduction(+ : n, sum) schedule(dynamic)
    for (c = 0; c < 255; c++) {
        n++;
        sum += c;
    }
    EXPECT(255, 32385);
#pragma omp parallel for reduction(+ : n, sum) schedule(static)
    for (s = 20; s < 127; s++) {
        n++;
        sum += s;
    }
    EXPECT(107, 7811);
#pragma omp parallel for reduction(+ : n, sum) schedule(dynamic)
    for (s = 0; s > -128; s -= 4) {
        n++;
        sum += s;
    }
    EXPECT(32, -1984);
#pragma omp parallel for reduction(+ : n, sum) schedule(static, 2)
    for (i = INT_MAX - 10; i < INT_MAX; i++) {
        n++;
        sum += INT_MAX - i;
    }
    EXPECT(10, 55);
#pragma omp parallel for reduction(+ : n, sum) schedule(dynamic)
    for (i = INT_MIN; i <= INT_MAX - 1000000000; i += 1000000000) {
        n++;
        sum += i;
    }
    EXPECT(4, 4LL * INT_MIN + 6000000000LL);
#pragma omp parallel for reduction(+ : n, sum) schedule(guided)
    for (i = INT_MIN + 9; i > INT_MIN; i -= 3) {
        n++;
        sum += i - INT_MIN;
    }
    EXPECT(3, 18);
#pragma omp parallel for reduction(+ : n, sum) schedule(dynamic)
    for (u = UINT_MAX - 7; u < UINT_MAX; u++) {
        n++;
        sum += UINT_MAX - u;
    }
    EXPECT(7, 28);
#pragma omp parallel for reduction(+ : n, sum) schedule(dynamic)
    for (l = LLONG_MAX - 12; l < LLONG_MAX; l += 4) {
        n++;
        sum += LLONG_MAX - l;
    }
    EXPECT(3, 24);
#pragma omp parallel for reduction(+ : n, sum) schedule(static)
    for (ull = ULLONG_MAX; ull > ULLONG_MAX - 20; ull -= 4) {
        n++;
        sum += (long long)(ULLONG_MAX - ull);
    }
    EXPECT(5, 40);
    return check_result("loops at the limits");
}
