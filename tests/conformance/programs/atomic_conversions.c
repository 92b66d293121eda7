/*
 * An atomic statement computes what C's assignment does (2.7.4): operands are
 * promoted, the result is converted to the variable's type, and the whole
 * expression on the right is the operand.
 *
 * cross: x *= 1.25 => x *= 1
 * cross: #pragma omp atomic // last
 * crossed with: -DTIMES=40000000
 */
#include <omp.h>
#include "check.h"

#ifndef TIMES
#define TIMES 4000
#endif

int main(void)
{
    int x = 10, y = 100, z = 7, w = 1000, k;
    unsigned char c = 250;
    signed char s = -100;
    unsigned u = 5;
    short h = 30000;
    float f = 1;
    double d = 3;
    long long l = 1;
    int count = 0;

    /* by one thread, so that the order is known */
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() == 2) {
#pragma omp atomic
            x += 0.5; /* 10.5 becomes 10 */
#pragma omp atomic
            x *= 1.25; /* 12.5 becomes 12 */
#pragma omp atomic
            y -= 3 + 4;
#pragma omp atomic
            z *= 2 + 1;
#pragma omp atomic
            w /= 2 + 3;
#pragma omp atomic
            w >>= 1 + 1;
#pragma omp atomic
            c += 10;
#pragma omp atomic
            s /= 3;
#pragma omp atomic
            s >>= 1;
#pragma omp atomic
            u -= 6;
#pragma omp atomic
            h += 5000;
#pragma omp atomic
            f /= 3;
#pragma omp atomic
            d -= 1 ? 1 : 2;
#pragma omp atomic
            l <<= 40;
#pragma omp atomic
            l |= 0xf0 & 0x3f;
        }
    }
    CHECK(x == 12);
    CHECK(y == 93);
    CHECK(z == 21);
    CHECK(w == 50);
    CHECK(c == 4);
    CHECK(s == -17);
    CHECK(u == 4294967295u);
    CHECK(h == (short)35000);
    CHECK(f == 1 / 3.0f);
    CHECK(d == 2);
    CHECK(l == (1LL << 40) + 0x30);
#pragma omp parallel for num_threads(4)
    for (k = 0; k < TIMES; k++) {
#pragma omp atomic // last
        count += k % 2 ? 1 : 2;
    }
    CHECK(count == TIMES / 2 * 3);
    return check_result("atomic conversions");
}
