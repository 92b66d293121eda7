/*
 * Clauses of orphaned constructs that name variables of the file which nothing else in the function names (2.8.3): what the
 * constructs begin and end with is still theirs.
 *
 * cross: #pragma omp for firstprivate
 * cross: #pragma omp single
 * cross: lastprivate(last) => private(last)
 */
#include "check.h"

#define TIMES 1000

int number = 3, last = -1, count;
static int table[8] = {1, 2}, sum = 5;
static double most = 7;

static void share_out(void)
{
#pragma omp for firstprivate(number, table) reduction(+ : sum) reduction(max : most)
    for (int i = 0; i < TIMES; i++)
#pragma omp atomic
        count++;
#pragma omp sections firstprivate(table) reduction(+ : sum)
    {
#pragma omp section
#pragma omp atomic
        count++;
    }
#pragma omp single firstprivate(number)
    {
#pragma omp atomic
        count++;
    }
}

static void set(int *to, int what)
{
    *to = what;
}

static void end(void)
{
#pragma omp for lastprivate(last)
    for (int i = 0; i < 10; i++)
        set(&last, i);
}

int main(void)
{
#pragma omp parallel num_threads(4)
    {
        share_out();
        end();
    }
    CHECK(count == TIMES + 2);
    CHECK(number == 3 && table[1] == 2 && sum == 5 && most == 7);
    CHECK(last == 9);
    return check_result("clauses alone");
}
