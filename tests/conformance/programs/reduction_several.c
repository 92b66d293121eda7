/*
 * Several reductions at once (2.8.3.6): lists, clauses, operators and types
 * mixed, with other clauses, one region after the other.
 *
 * cross: reduction(+ : n, mean, error) => firstprivate(n, mean, error)
 * cross: reduction(- : balance) => private(balance)
 * cross: reduction(|| : any_odd) => firstprivate(any_odd)
 * cross: reduction(&& : all_small) => firstprivate(all_small)
 */
#include <math.h>
#include "check.h"

#define N 1000

typedef unsigned short half_t;

int main(void)
{
    static double data[N];
    int n = 0, any_odd = 0, all_small = 1, i, round;
    long balance = 0;
    double mean = 0, error = 0, scale = 0.5;
    half_t checksum = 0;
    float last = 0;

    for (i = 0; i < N; i++)
        data[i] = i % 8 * 0.25;
    for (round = 1; round <= 3; round++) {
#pragma omp parallel for reduction(+ : n, mean, error) reduction(- : balance) reduction(|| : any_odd) \
    reduction(&& : all_small) reduction(^ : checksum) firstprivate(scale) lastprivate(last) schedule(static, 16)
        for (i = 0; i < N; i++) {
            n++;
            mean += data[i];
            error += fabs(data[i] - scale);
            balance -= i;
            balance += 1;
            any_odd = any_odd || i == 501;
            all_small = all_small && data[i] < 1.75;
            checksum ^= (half_t)(i * 31);
            last = (float)data[i];
        }
        CHECK(n == round * N);
        CHECK(mean == round * 0.875 * N);
        CHECK(error == round * 0.5625 * N);
        CHECK(balance == round * -498500L);
        CHECK(any_odd == 1);
        CHECK(all_small == 0);
        CHECK(last == 1.75f);
    }
    {
        half_t expected = 0;
        for (i = 0; i < N; i++)
            expected ^= (half_t)(i * 31);
        CHECK(checksum == expected);
    }
    printf("%d %g %g %ld %u\n", n, mean, error, balance, checksum);
    return check_result("several reductions");
}
