/*
 * Every form of a loop's head (2.5.1): < <= > >=, and ++ and -- on either
 * side, += and -=, i = i + c, i = c + i, i = i - c.
 *
 * cross: _Pragma("omp for schedule(static, 2)")
 */
#include "check.h"

#define ALL 14

static int sums[ALL], counts[ALL];

static void add(int which, int i)
{
#pragma omp critical
    {
        sums[which] += i;
        counts[which]++;
    }
}

#define LOOP(NUMBER, HEAD)                        \
    _Pragma("omp for schedule(static, 2)")        \
    for (HEAD)                                    \
        add(NUMBER, i);

#define SAME(NUMBER, HEAD)                        \
    do {                                          \
        int i, sum = 0, count = 0;                \
        for (HEAD) {                              \
            sum += i;                             \
            count++;                              \
        }                                         \
        CHECK(sums[NUMBER] == sum);               \
        CHECK(counts[NUMBER] == count);           \
        printf("%s: %d\n", #HEAD, sum);           \
    } while (0)

#define FORMS(DO)                                 \
    DO(0, i = 3; i < n; i++)                      \
    DO(1, i = 3; i <= n; ++i)                     \
    DO(2, i = n; i > 3; i--)                      \
    DO(3, i = n; i >= 3; --i)                     \
    DO(4, i = -n; i < n; i += step)               \
    DO(5, i = n; i > -n; i -= step)               \
    DO(6, i = 0; i <= 5 * n; i = i + step)        \
    DO(7, i = 1; i < 5 * n; i = step + i)         \
    DO(8, i = 5 * n; i >= n; i = i - step)        \
    DO(9, i = n - 20; i < 2 * n; i += 7)          \
    DO(10, i = n; i < 2 * n; i += 1 + 1)          \
    DO(11, i = n; i > 0; i += -step)              \
    DO(12, i = 0; i < n; i -= -3)                 \
    DO(13, i = n / 2 + 1; i >= -(n % 7); i -= 1)

#define SAME_(NUMBER, HEAD) SAME(NUMBER, HEAD);

int main(void)
{
    int n = 41, step = 4;

#pragma omp parallel num_threads(4)
    {
        int i;
        FORMS(LOOP)
    }
    FORMS(SAME_)
    return check_result("loop heads");
}
