/*
 * The headers of loops that are collapsed (OpenMP 3.0, 2.5.1): steps of both
 * signs, types that differ, bounds of which the loops know nothing, loops
 * without iterations, and more iterations than a type of one of them holds.
 *
 * cross all: reduction(+ : n, sum) => firstprivate(n, sum)
 */
#include <limits.h>
#include <stddef.h>
#include "check.h"

#define EXPECT(COUNT, SUM)     \
    do {                       \
        CHECK(n == (COUNT));   \
        CHECK(sum == (SUM));   \
        n = 0;                 \
        sum = 0;               \
    } while (0)

static int calls;

static int seven(void)
{
    return 7;
}

static int counted(int value)
{
    calls++;
    return value;
}

int main(void)
{
    long n = 0, big = 0;
    long long sum = 0, l;
    int i, j, from = 3, none = 0, step = -2, zero = 0, *nowhere = NULL;
    signed char c;
    unsigned short u;
    short s;
    unsigned w;
    size_t z;

#pragma omp parallel for collapse(2) reduction(+ : n, sum)
    for (i = 10; i > 0; i -= 3)
        for (j = from; j < 20; j += 4) {
            n++;
            sum += 100 * i + j;
        }
    EXPECT(20, 11220);
#pragma omp parallel for collapse(3) reduction(+ : n, sum) schedule(static, 7)
    for (c = 120; c < 127; c++)
        for (l = 5000000000LL; l >= 4999999990LL; l -= 5)
            for (u = 0; u < 250; u += 50) {
                n++;
                sum += l - 5000000000LL + c + u;
            }
    EXPECT(7 * 3 * 5, 105 * 123 - 35 * 15 + 21 * 500);
#pragma omp parallel for collapse(2) reduction(+ : n, sum) schedule(dynamic)
    for (w = UINT_MAX - 3; w < UINT_MAX; w++)
        for (s = -32760; s < -32700; s = s + 20) {
            n++;
            sum += UINT_MAX - w - s;
        }
    EXPECT(9, 18 + 3 * (32760 + 32740 + 32720));
#pragma omp parallel for collapse(2) reduction(+ : n, sum)
    for (z = 0; z < 3; z++)
        for (i = 5; 8 > i; ++i) {
            n++;
            sum += (long long)z * i;
        }
    EXPECT(9, 54);
    /* a step that is negative when it runs */
#pragma omp parallel for collapse(2) reduction(+ : n, sum) schedule(guided, 2)
    for (i = 9; i >= 1; i += step)
        for (j = -seven(); j < seven(); j -= step) {
            n++;
            sum += i * j;
        }
    EXPECT(35, -25 * 7);

    /* no iterations: of the outer, of an inner, of the one between */
#pragma omp parallel for collapse(2) reduction(+ : n, sum)
    for (i = 0; i < none; i++)
        for (j = 0; j < 1000; j++)
            n++;
    EXPECT(0, 0);
#pragma omp parallel for collapse(2) reduction(+ : n, sum) schedule(static, 3)
    for (i = 0; i < 1000; i++)
        for (j = none; j > none; j--)
            n++;
    EXPECT(0, 0);
#pragma omp parallel for collapse(3) reduction(+ : n, sum) schedule(dynamic, 3)
    for (i = 0; i < 10; i++)
        for (j = 5; j < none; j++)
            for (c = 0; c < 10; c++)
                n++;
    EXPECT(0, 0);
#pragma omp parallel for collapse(4) reduction(+ : n, sum)
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            for (c = 9; c < 3; c++)
                for (u = 0; u < 10; u++)
                    n++;
    EXPECT(0, 0);

    /* the loops change what their bounds were computed from */
#pragma omp parallel for collapse(2) reduction(+ : n, sum) firstprivate(big)
    for (i = 0; i < (big == 0 ? 8 : 4); i++)
        for (j = 0; j < (int)sizeof(int[6]) / 4; j++) {
            n++;
            sum += i + j;
        }
    EXPECT(48, 48 * 7 / 2 + 48 * 5 / 2);
    i = counted(6);
    j = counted(5);
    {
        const int rows = i, columns = j;

#pragma omp parallel for collapse(2) reduction(+ : n, sum)
        for (int a = 0; a < rows; a++)
            for (int b = columns; b > 0; b--) {
                n++;
                sum += a * b;
            }
    }
    EXPECT(30, 15 * 15);
    CHECK(calls == 2);

    /* more iterations together than an int counts, of which the last are looked at */
#pragma omp parallel for collapse(2) reduction(+ : n, sum) schedule(static)
    for (i = 0; i < 3; i++)
        for (j = INT_MAX - 20; j < INT_MAX; j++) {
            n++;
            sum += INT_MAX - j;
        }
    EXPECT(60, 630);

    /* a bound that nobody may ask for where there is nothing to do */
    if (zero)
        nowhere = &zero;
#pragma omp parallel for collapse(2) reduction(+ : n, sum)
    for (i = 0; i < 4; i++)
        for (j = 0; j < (nowhere ? *nowhere : 5); j++)
            n++;
    EXPECT(20, 0);
    return check_result("bounds of collapsed loops");
}
