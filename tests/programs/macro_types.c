/*
 * Macros that begin a function or a structure, and are used nowhere else.
 * threads: 3
 */
#include <stdio.h>

#define REAL float
#define NUMBER(bits) NUMBER_##bits
#define NUMBER_16 short
#define PAIR struct pair
#define HEAD(name) int name(int x)

PAIR { int first, second; };

#pragma gpump accessible
REAL half(float x) { return x / 2; }
#pragma gpump accessible
NUMBER(16) narrow(int x) { return x; }
#pragma gpump accessible
HEAD(twice) { return 2 * x; }

int main(void)
{
    int halves = 0, narrowed = 0, doubled = 0;
    struct pair sums = {0, 0};

    #pragma omp parallel for reduction(+ : halves, narrowed, doubled)
    for (int i = 0; i < 10; i++) {
        struct pair mine = {i, -i};
        halves += (int)(2 * half(i));
        narrowed += narrow(65536 + i);
        doubled += twice(mine.first) + mine.second;
    }
    sums.first = doubled;
    printf("%d %d %d %d\n", halves, narrowed, sums.first, sums.second);
    return 0;
}
