/*
 * Unsigned arithmetic: a hash, counted bits, shifts, in accessible functions.
 */
#include <stdio.h>
#include <stdint.h>

typedef uint32_t word;

#pragma gpump accessible
static word hash(word x)
{
    x ^= x >> 16;
    x *= 0x7feb352dU;
    x ^= x >> 15;
    x *= 0x846ca68bU;
    x ^= x >> 16;
    return x;
}

#pragma gpump accessible
static unsigned count_bits(uint64_t x)
{
    unsigned n = 0;

    for (; x; x &= x - 1)
        n++;
    return n;
}

int main(void)
{
    enum { N = 1000 };
    word all = 0;
    unsigned long long bits = 0;
    int i;

    #pragma omp parallel for reduction(+: all, bits)
    for (i = 0; i < 1000; i++) {
        all += hash((word)i);
        bits += count_bits((uint64_t)hash(i) << 32 | (word)~i);
    }
    printf("%lu %llu %d\n", (unsigned long)all, bits, N);
    return 0;
}
