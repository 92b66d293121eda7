/*
 * Negative numbers of floating types that become unsigned ones: C leaves open what comes of them (C17 6.3.1.4), and a region gives what gcc's
 * program has, wherever it runs.
 *
 * cross: bytes[i] = (unsigned char) => bytes[i] = 1 + (unsigned char)
 * cross: shorts[i] = values => shorts[i] = 1 + values
 * cross: words[i] = of(0.5f * => words[i] = of(
 * cross: unsigned sum = => float sum =
 */
#include <stdint.h>
#include "check.h"

#define N 40

static unsigned char bytes[N];
static unsigned short shorts[N];
static uint32_t words[N], sums[N];

static unsigned of(double value) { return value; }

int main(void)
{
    float values[N];
    int i;

    for (i = 0; i < N; i++)
        values[i] = (float)(i - N / 2) * 1000.25f;
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        unsigned sum = values[i] - 1.0;

        bytes[i] = (unsigned char)values[i];
        shorts[i] = values[i] * 2;
        words[i] = of(0.5f * values[i]);
        sums[i] = sum == (uint32_t)(int)(values[i] - 1.0) ? sum : (unsigned)3.5;
    }
    for (i = 0; i < N; i++) {
        int whole = (int)values[i], twice = (int)(values[i] * 2), half = (int)(values[i] * 0.5f);

        CHECK(bytes[i] == (unsigned)whole % 256);
        CHECK(shorts[i] == (unsigned)twice % 65536);
        CHECK(words[i] == (uint32_t)half);
        CHECK(sums[i] == (uint32_t)(int)(values[i] - 1.0));
    }
    return check_result("negative numbers to unsigned ones");
}
