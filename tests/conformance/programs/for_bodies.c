/*
 * Statements that may stand in a loop's body (2.5.1): continue, inner breaks,
 * switches, jumps within, returns of called functions, several declarations.
 *
 * cross: #pragma omp for schedule(static, 3)
 * cross: reduction(+ : primes) => firstprivate(primes)
 */
#include "check.h"

#define N 300

static int is_prime(int n)
{
    if (n < 2)
        return 0;
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0)
            return 0;
    return 1;
}

static const char *kind(int i)
{
    switch (i % 4) {
    case 0:
        return "none";
    case 2:
        return "two";
    default:
        return "odd";
    }
}

int main(void)
{
    int odd = 0, twos = 0, steps = 0, primes = 0;

#pragma omp parallel reduction(+ : odd, twos, steps) num_threads(4)
    {
#pragma omp for schedule(static, 3)
        for (int i = 0; i < N; i++) {
            const char *what = kind(i);
            int left = i % 10;

            if (*what == 'n')
                continue;
            if (*what == 'o') {
                odd++;
                goto count;
            }
            twos++;
        count:
            while (1) {
                if (left-- == 0)
                    break;
                switch (left) {
                case 0:
                    continue;
                default:
                    break;
                }
                steps++;
            }
        }
    }
    CHECK(odd == 150);
    CHECK(twos == 75);
    CHECK(steps == 840);
#pragma omp parallel for reduction(+ : primes) schedule(dynamic, 7)
    for (int i = 0; i < N; i++)
        primes += is_prime(i);
    printf("%d primes, %d steps\n", primes, steps);
    CHECK(primes == 62);
    return check_result("loop bodies");
}
