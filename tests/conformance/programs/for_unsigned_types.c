/*
 * Loop variables of every unsigned integer type, upwards and downwards.
 *
 * cross: #pragma omp for reduction(^ : code)
 */
#include <stddef.h>
#include "check.h"

/* The iterations' numbers, in a form that two runs of one would change. */
static unsigned long long mix(unsigned long long i)
{
    return (i + 1) * 0x9e3779b97f4a7c15u;
}

static unsigned long long up_char(void)
{
    unsigned long long code = 0;
    unsigned char c;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(^ : code)
        for (c = 3; c < 250; c += 3)
            code ^= mix(c);
    }
    return code;
}

static unsigned long long down_short(void)
{
    unsigned long long code = 0;
    unsigned short s;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(^ : code)
        for (s = 65535; s > 60000; s -= 5)
            code ^= mix(s);
    }
    return code;
}

static unsigned long long up_int(void)
{
    unsigned long long code = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(^ : code)
        for (unsigned i = 7; i <= 4000000000u; i += 1000000u)
            code ^= mix(i);
    }
    return code;
}

static unsigned long long down_size(void)
{
    unsigned long long code = 0;
    size_t n;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(^ : code)
        for (n = (size_t)1 << 62; n >= (size_t)1 << 60; n -= (size_t)1 << 50)
            code ^= mix(n);
    }
    return code;
}

static unsigned long long huge(void)
{
    unsigned long long code = 0, last = 17000000000000000000u;
#pragma omp parallel num_threads(4)
    {
#pragma omp for reduction(^ : code)
        for (unsigned long long x = 0; x < last; x += 1000000000000000000u)
            code ^= mix(x);
    }
    return code;
}

int main(void)
{
    unsigned long long code, i;

    for (code = 0, i = 3; i < 250; i += 3)
        code ^= mix(i);
    CHECK(up_char() == code);
    for (code = 0, i = 65535; i > 60000; i -= 5)
        code ^= mix(i);
    CHECK(down_short() == code);
    for (code = 0, i = 7; i <= 4000000000u; i += 1000000u)
        code ^= mix(i);
    CHECK(up_int() == code);
    for (code = 0, i = 1ull << 62; i >= 1ull << 60; i -= 1ull << 50)
        code ^= mix(i);
    CHECK(down_size() == code);
    for (code = 0, i = 0; i < 17000000000000000000u; i += 1000000000000000000u)
        code ^= mix(i);
    CHECK(huge() == code);
    return check_result("unsigned loop variables");
}
