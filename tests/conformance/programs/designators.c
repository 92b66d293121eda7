/*
 * Initialisers in regions (2.4) whose later items are for a part of what an earlier one
 * initialises (C17 6.7.9, 19), or for another member of its union.
 *
 * cross: reduction(+ : wrong) => private(wrong)
 */
#include "check.h"

#pragma GCC diagnostic ignored "-Woverride-init"

struct point { int x, y; };
struct line { struct point from, to; };
typedef union {
    struct { unsigned char r, g, b, a; };
    unsigned all;
} colour_t;
union word { double real; int whole; unsigned char bytes[4]; };

static int checked(int i)
{
    struct line line = {.to.y = i, .from.x = 2, .from = {9}, .from.y = 1};
    struct line other = {.from = {9, 7}, .from.y = i};
    int table[2][2] = {[0] = {5, 6}, [0][1] = i};
    union word words[2] = {[0 ... 1] = {.bytes = {1, 2, 3, 4}}, [1].bytes[1] = 7};
    colour_t colour = {.r = (unsigned char)i, .g = 2, .a = 255}, turned = {.a = 9, .r = 1};
    union word last = {.real = 1.5, .whole = i};
    int wrong = 0;

    wrong += line.from.x != 9 || line.from.y != 1 || line.to.x != 0 || line.to.y != i;
    wrong += other.from.x != 9 || other.from.y != i;
    wrong += table[0][0] != 5 || table[0][1] != i || table[1][0] != 0;
    wrong += words[0].bytes[1] != 2 || words[1].bytes[0] != 1 || words[1].bytes[1] != 7;
    wrong += colour.r != i || colour.g != 2 || colour.b != 0 || colour.a != 255;
    wrong += turned.r != 1 || turned.g != 0 || turned.a != 9;
    return wrong + (last.whole != i);
}

int main(void)
{
    int wrong = 0;

#pragma omp parallel for reduction(+ : wrong) num_threads(4)
    for (int i = 0; i < 8; i++)
        wrong += 1 + checked(i);
    CHECK(wrong == 8);
    return check_result("designators");
}
