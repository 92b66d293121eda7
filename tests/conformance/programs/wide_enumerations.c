/*
 * Enumerators of an enumeration that is wider than int (GNU C, C23). Those that fit are of type int to gcc before version 13,
 * and of the enumeration's type to gcc from then on and to C++.
 * cross: NEAR = 1 => NEAR = 2
 */
#include "check.h"

#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wunused-value"

enum bits { NONE, NEAR = 1, TOP = 0x80000000u };
enum both { LEAST = -2147483647 - 1, BELOW = -5, NOTHING = 0, FAR = 1L << 40 };

#if __GNUC__ >= 13
#define OF_INT 0
#else
#define OF_INT 1
#endif

#define RESULTS 19

enum other { BY_SIGN = NEAR - 2 < 0 ? 5 : 6 };
struct measured { char bytes[NEAR - 2 < 0 ? 3 : 4]; };

static void compute(long *r, int minus, enum bits all)
{
    enum bits one = NEAR;
    enum both low = BELOW;
    long numbers[NEAR + 1] = {NONE, NEAR};

    r[0] = NEAR - 2 < 0;
    r[1] = minus < NONE;
    r[2] = sizeof NEAR + 10 * sizeof(BELOW);
    r[3] = NEAR-BELOW;
    r[4] = (minus ? BELOW : 0) + 0L;
    r[5] = LEAST + 0L;
    r[6] = one == NEAR && low == BELOW;
    r[7] = -NEAR + 0L;
    r[8] = _Generic(NEAR, int: 1, default: 0);
    r[9] = numbers[NEAR];
    switch (all) {
    case NONE: r[10] = 1; break;
    case NEAR: r[10] = 2; break;
    case TOP: r[10] = 3; break;
    }
    r[11] = TOP > minus;
    r[12] = (all & ~NEAR) + 0L;
    r[13] = (FAR - 1) / 2 > 0 && sizeof FAR == 8;
    r[14] = __extension__({ NEAR; }) - 2 < 0;
    r[15] = __extension__({ NEAR, NONE; }) + 1;
    r[16] = NEAR[numbers];
    r[17] = BY_SIGN;
    r[18] = sizeof(struct measured);
}

static const long expected[RESULTS] = {
    OF_INT, OF_INT, OF_INT ? 44 : 84, 6, -5, -2147483648L, 1, OF_INT ? -1 : 0xffffffffL, OF_INT, 1, /* 0 */
    3, 0, 0x80000000L, 1, OF_INT, 1, 1, OF_INT ? 5 : 6, OF_INT ? 3 : 4, /* 10 */
};

int main(void)
{
    long in_function[RESULTS] = {0}, on_host[RESULTS] = {0};
    int below = 0;

#pragma omp parallel num_threads(1)
    {
        compute(in_function, -1, TOP);
        below = NEAR - 2 < 0;
    }
    compute(on_host, -1, TOP);
    for (int i = 0; i < RESULTS; i++) {
        if (in_function[i] != expected[i] || on_host[i] != expected[i])
            printf("result %d\n", i);
        CHECK(in_function[i] == expected[i]);
        CHECK(on_host[i] == expected[i]);
    }
    CHECK(below == OF_INT);
    return check_result("wide_enumerations");
}
