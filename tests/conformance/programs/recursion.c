/*
 * Recursion in regions: a function that calls itself, two that call one
 * another, and one of some depth.
 *
 * cross: values[n] = fibonacci(n); => values[n] = n;
 * cross: reduction(+ : evens, moves) => firstprivate(evens, moves)
 */
#include "check.h"

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int is_odd(unsigned n);

static int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static unsigned ackermann(unsigned m, unsigned n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static void hanoi(int disks, int from, int to, long *moves)
{
    if (disks == 0)
        return;
    hanoi(disks - 1, from, 3 - from - to, moves);
    ++*moves;
    hanoi(disks - 1, 3 - from - to, to, moves);
}

int main(void)
{
    int n, values[18], evens = 0, a = 0, b = 1;
    long moves = 0;

#pragma omp parallel for schedule(dynamic) reduction(+ : evens, moves) num_threads(4)
    for (n = 0; n < 18; n++) {
        values[n] = fibonacci(n);
        evens += is_even((unsigned)n) - is_odd((unsigned)n) * 2;
        if (n < 10)
            hanoi(n, 0, 2, &moves);
        else
            evens += (int)ackermann(2, (unsigned)n - 10);
    }
    for (n = 0; n < 18; n++) {
        CHECK(values[n] == a);
        b += a;
        a = b - a;
    }
    CHECK(evens == 9 - 18 + 3 + 5 + 7 + 9 + 11 + 13 + 15 + 17);
    CHECK(moves == 1023 - 10);
    return check_result("recursion");
}
