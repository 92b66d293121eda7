/*
 * Ranges in case labels (GNU C) within regions and functions that they call: of numbers, characters, enumerators, and in a range that
 * is too long to be written out. In front of them, what a function's size is.
 * on the host: the range that is too long
 * cross: #pragma omp parallel for reduction(+ : sum) => #pragma omp parallel for firstprivate(sum)
 */
#include "check.h"

enum colour { RED, ORANGE, YELLOW, GREEN, BLUE };

#define FIRST 20
#define LAST (FIRST + 9)

static int kind_of(int c)
{
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z': case 'A' ... 'Z': return 2;
    case -5 ... -5: return 3;
    case FIRST ... LAST: return 4;
    }
    return 0;
}

static int warmth(enum colour c)
{
    switch (c) {
    case RED ... YELLOW: return 2;
    default: return 1;
    }
}

int main(void)
{
    const char text[] = "a 1 Zz90-";
    int sum = 0, values[12], sizes = 0;

    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 9; i++)
        sum += kind_of(text[i]) + 10 * kind_of(i + FIRST - 1) + 100 * warmth((enum colour)(i % 5));
    CHECK(sum == 1 + 1 + 1 + 3 * 2 + 10 * 4 * 8 + 100 * 15);
    #pragma omp parallel for
    for (int i = 0; i < 12; i++) {
        values[i] = 10 + i;
        switch (i % 4) {
        case 0: values[i] += 1; /* fall through */
        case 1: values[i] += 2; break;
        case 2 ... 3: values[i] -= 1; /* fall through */
        default: values[i] *= 2;
        }
    }
    CHECK(values[0] == 13 && values[1] == 13 && values[2] == 22 && values[3] == 24 && values[11] == 40);
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 4; i++)
        switch (i * 1000) {
        case 1000 ... 2500: sum++;
        }
    CHECK(sum == 1829 + 2);
    #pragma omp parallel for reduction(+ : sizes)
    for (int i = 0; i < 4; i++)
        sizes += (int)sizeof(kind_of) + (int)sizeof kind_of;
    CHECK(sizes == 8);
    return check_result("case ranges");
}
