/*
 * Functions of regions whose parameters have bounds (2.4; C17 6.7.6.3, 7, and 6.9.1, 10): those of variables of the file, those
 * that do something besides, which are evaluated in their order; with attributes in front of the function, and with a
 * parameter that has the function's own name.
 *
 * cross: reduction(+ : sum) => private(sum)
 */
#include "check.h"

#pragma GCC diagnostic ignored "-Wsequence-point"

static int columns = 3;

static int of_the_file(int a[][columns], int row) { return a[row][columns - 1]; }

__attribute__((noinline)) static int behind_attributes(int n, int a[][n]) { return a[1][0]; }

static int counted(int n, int a[n++]) { return n + a[0]; }

static int in_order(int n, int a[2][n++], int b[static n++]) { return n * 100 + a[1][0] * 10 + b[0]; }

static int counted_twice(int counted_twice, int a[counted_twice++]) { return counted_twice != 3 || a[0] != 1; }

int main(void)
{
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}}, sum = 0;

#pragma omp parallel for reduction(+ : sum) num_threads(4)
    for (int i = 0; i < 8; i++) {
        sum += of_the_file(a, 1) + behind_attributes(3, a) + counted(2, a[0]);
        sum += in_order(3, a, a[1]) + counted_twice(2, a[0]);
    }
    CHECK(sum == 8 * (6 + 4 + 4 + 544));
    return check_result("bounds of parameters");
}
