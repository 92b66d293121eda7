/*
 * Enumerations in regions and in functions that they call. In C one without negative values is unsigned, and so it is
 * compared, promoted and converted; its enumerators are of type int (C17 6.7.2.2). C++ promotes both to int.
 * cross: enum letter { A, B, C } => enum letter { A, B, C, BEFORE = -1 }
 */
#include "check.h"

#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wunused-value"

enum letter { A, B, C };
enum sign { MINUS = -1, ZERO, PLUS };
typedef enum { NONE, READ = 1, WRITE = 2, ALL = 3 } flags_t;
enum high { LOW, TOP = 0x40000000 };
enum wide { FAR = 1L << 40 };

#define RESULTS 49

static long widened(long value) { return value; }
static double as_real(enum letter e) { return e; }

static void compute(long *r, enum letter e, enum sign s, flags_t f, enum wide w, int minus, int choice)
{
    long zero = 0;
    unsigned long count = 1;
    double real = 0;
    enum letter other = choice ? e : A;
    struct { enum letter all : 32, few : 3; } field = {e, B};

    r[0] = e < 0;
    r[1] = e > 2;
    r[2] = e >= B;
    r[3] = s < 0;
    r[4] = e == (long)minus;
    r[5] = e == -1;
    r[6] = e + 1L > 0;
    r[7] = e + 1 == 0;
    r[8] = (e - 1) / 2 == 0x7fffffff;
    r[9] = e >> 1 == 0x7fffffff;
    r[10] = e * 1.0 > 0;
    r[11] = (choice ? e : -1) > 0;
    r[12] = (choice ? e : -1L) > 0;
    r[13] = (choice ? e : other) < 0;
    r[14] = other < e;
    r[15] = (f & WRITE) - 3 < 0;
    r[16] = (f & ~READ) + 0L > 0;
    r[17] = (f | WRITE) / 2 > 100;
    r[18] = -e == 1;
    r[19] = ~e == 0;
    r[20] = +e > 0;
    r[21] = A - 1 < 0;
    r[22] = -B < 0;
    r[23] = minus < A;
    r[24] = minus < ALL;
    r[25] = e != minus;
    zero += e;
    r[26] = zero == 0xffffffffL;
    count *= e;
    r[27] = count == 0xffffffffUL;
    real -= e;
    r[28] = real < 0;
    r[29] = w < 0;
    r[30] = (w - FAR) / 2 > 0;
    r[31] = field.all < 0;
    r[32] = field.few - 2 < 0;
    r[33] = field.all + 1L > 0;
    r[34] = (e, e) < 0;
    r[35] = (other = e) < minus - 1L;
    r[36] = _Generic(A, int: 1, default: 0) + _Generic(e, unsigned: 2, default: 0);
    r[37] = (long)e == 0xffffffffL && (double)e > 0;
    r[38] = TOP * 2.0 > 0 && LOW - 1 < 0;
    r[39] = (s & -1) < 0;
    long first = e, several[] = {0, e};
    r[40] = first == 0xffffffffL;
    r[41] = several[1] == 0xffffffffL;
    r[42] = widened(e) == 0xffffffffL;
    r[43] = as_real(e) > 0;
    r[44] = e;
    real = e;
    r[45] = real > 0;
    r[46] = (unsigned long)e >> 32 == 0;
    r[47] = (unsigned long)(e | A) == 0xffffffffUL;
    r[48] = (char *)e == (char *)0xffffffffL && (e ? 1 : 0);
}

static const long expected[RESULTS] = {
    0, 1, 1, 1, 0, 1, 1, 1, 1, 1, /* 0 */
    1, 1, 1, 0, 0, 0, 1, 1, 1, 1, /* 10 */
    1, 1, 1, 1, 1, 0, 1, 1, 1, 0, /* 20 */
    1, 0, 1, 1, 0, 0, 3, 1, 1, 1, /* 30 */
    1, 1, 1, 1, 0xffffffffL, 1, 1, 1, 1, /* 40 */
};

int main(void)
{
    /* as if from elsewhere: no enumerator has this value */
    volatile int minus = -1;
    volatile long far_minus = -1;
    enum letter e = minus;
    flags_t f = minus;
    enum wide w = far_minus;
    long in_function[RESULTS] = {0}, on_host[RESULTS] = {0};
    int below = 0, count = 0;

#pragma omp parallel num_threads(1)
    {
        compute(in_function, e, MINUS, f, w, -1, 1);
        below = e < 0 || (e & C) - 3 < 0 || e == (long)minus;
    }
    compute(on_host, e, MINUS, f, w, -1, 1);
    for (int i = 0; i < RESULTS; i++) {
        if (in_function[i] != expected[i] || on_host[i] != expected[i])
            printf("result %d\n", i);
        CHECK(in_function[i] == expected[i]);
        CHECK(on_host[i] == expected[i]);
    }
    CHECK(!below);
#pragma omp parallel for reduction(+ : count) num_threads(2)
    for (int i = 0; i < 4; i++)
        count += e > i;
    CHECK(count == 4);
    return check_result("enumerations");
}
