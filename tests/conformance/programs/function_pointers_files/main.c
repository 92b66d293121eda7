/*
 * Functions of one file, and of the C library, that regions of another call through pointers, and a function of that one whose address
 * only this file takes. It has no region.
 *
 * cross: sum_of(square, => sum_of(sqrt,
 */
#include <math.h>
#include "check.h"
#include "sum.h"

static double square(double x) { return x * x; }

static int down(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }

int main(void)
{
    int numbers[] = {3, 1, 2};
    CHECK(sum_of(square, 4) == 14);
    CHECK(sum_of(floor, 4) == 6);
    CHECK(sum_of(&twice, 4) == 12);
    sort_all(numbers, 3, down);
    CHECK(numbers[0] == 3 && numbers[1] == 2 && numbers[2] == 1);
    return check_result("pointers to functions of other files");
}
