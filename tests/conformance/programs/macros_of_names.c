/*
 * Macros with the name of what they stand for, a member or a function (C11 6.10.3.4), in regions (2.4).
 *
 * cross: reduction(+ : sum) => private(sum)
 */
#include "check.h"

struct state { int cur, step; double values[8]; };
static struct state globals = { 3, 2, { 1, 2, 3, 4, 5, 6, 7, 8 } };
#define cur globals.cur
#define values (globals.values)
static int next(int by) { return cur + by; }
#define next(by) (next(by) * scale)
enum { scale = 2 };
#define halved(x) halved((x) + 1, 2)
static int (halved)(int x, int by) { return x / by; }
#define step(s) ((s).step)

int main(void)
{
    double sum = 0;

#pragma omp parallel for reduction(+ : sum) num_threads(4)
    for (int i = 0; i < 8; i++)
        sum += values[i] * next(i) + halved(i) + cur + step(globals);
    CHECK(sum == 2 * (140 + 4 * 28 + 3 * 8) + 16 + 8 * (3 + 2));
    return check_result("macros of names");
}
