/*
 * Tables in a header that lead to functions and variables of the file: a region calls what they lead to, and sees what is changed through
 * them.
 *
 * pair alone: in C++ a compound literal is no object that lasts
 * cross: *p[0] = 9 => (void)p
 */
#include "check.h"

static long big[1000];
#include "tables.h"

long counted;

static int twice(int x)
{
    return 2 * x;
}

int thrice(int x)
{
    return 3 * x;
}

int main(void)
{
    long sum = 0, called = 0, *const *p = limits;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < limit; i++)
            sum += i;
#pragma omp single
        *p[0] = 9;
#pragma omp for reduction(+ : sum)
        for (int i = 0; i < limit; i++)
            sum += i;
    }
    CHECK(sum == 10 + 36);
#pragma omp parallel for reduction(+ : called)
    for (int i = 0; i < 1000; i++) {
        big[i] = i + 74;
        called += steps[0](i) + thrice(i) + list[1];
    }
    CHECK(called == 5L * 999 * 500 + 2000);
    CHECK(*in_big[0] == 77);
    return check_result("tables in a header");
}
