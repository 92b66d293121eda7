/*
 * Integers of every width: shared, private, firstprivate, and in reductions
 * (8.2.5).
 * threads: 4
 */
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>

int main(void)
{
    char c = 1;
    signed char sc = -2;
    unsigned char uc = 3;
    short s = -4;
    unsigned short us = 5;
    int i = -6;
    unsigned u = 7u;
    long l = -8L;
    unsigned long ul = 9UL;
    long long ll = -10LL;
    unsigned long long ull = 11ULL;
    size_t size = 12;
    int64_t i64 = -13;
    uint16_t u16 = 14;
    int sum_i = 0;
    unsigned sum_u = 1u;
    long sum_l = 100000000000L;
    unsigned long sum_ul = 2;
    long long sum_ll = -5000000000LL;
    unsigned long long sum_ull = 3;
    short sum_s = 4;
    unsigned char sum_uc = 250;
    int k;

    #pragma omp parallel for private(i) firstprivate(c, sc, uc, s, us, u16) \
        reduction(+: sum_i, sum_u, sum_l, sum_ul) reduction(+: sum_ll) reduction(+: sum_ull, sum_s, sum_uc)
    for (k = 0; k < 100; k++) {
        i = k;
        sum_i += i + c;
        sum_u += u + uc;
        sum_l += l * 1000000000L;
        sum_ul += ul;
        sum_ll += ll * 1000000000LL + sc;
        sum_ull += ull + size + i64 + u16;
        sum_s += s + us;
        sum_uc += 1;
    }
    printf("%d %u %ld %lu %lld %llu %d %d\n", sum_i, sum_u, sum_l, sum_ul, sum_ll, sum_ull, sum_s, sum_uc);
    return 0;
}
