/*
 * Functions of one file, and of the C library, that regions of another call through pointers, and a function of that one whose address
 * only this file takes. It has no region.
 *
 * cross: sum_of(square, => sum_of(sqrt,
 */
#include <math.h>
#include "check.h"
#include "sum.h"

static int four_times(int x) { return 4 * x; }

/* A function that only this block declares. */
static void choose(int n, int *into)
{
    extern int thrice(int);
    int (*f)(int) = n > 2 ? thrice : four_times;
    for (int i = 0; i < n; i++)
        into[i] = f(i);
}

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

    int chosen[4][3];
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        choose(i, chosen[i]);
    CHECK(chosen[1][0] == 0 && chosen[2][1] == 4 && chosen[3][2] == 6);
    double places[4] = {1, 2, 3, 4};
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        add_to(places + i, i);
    CHECK(places[0] == 1 && places[3] == 7);
    return check_result("pointers to functions of other files");
}
