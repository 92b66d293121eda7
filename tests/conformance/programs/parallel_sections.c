/*
 * The combined construct parallel sections (2.6.2), with the clauses of both.
 *
 * cross: lastprivate(which) => private(which)
 * cross: reduction(+ : sum) => private(sum)
 */
#include <omp.h>
#include "check.h"

static int power(int base, int exponent)
{
    int result = 1;

    while (exponent-- > 0)
        result *= base;
    return result;
}

static int calls;

static void parts(int *v)
{
#pragma omp parallel sections num_threads(3) shared(v)
    {
#pragma omp section
        v[0] += power(2, 10);
#pragma omp section
        v[1] += power(3, 5);
#pragma omp section
        v[2] += power(5, 4);
#pragma omp section
        {
#pragma omp atomic
            calls++;
        }
    }
}

int main(void)
{
    int v[3] = {0, 0, 0}, which = -1, sum = 100, base = 7;

    parts(v);
    parts(v);
    CHECK(v[0] == 2048 && v[1] == 486 && v[2] == 1250);
    CHECK(calls == 2);

#pragma omp parallel sections lastprivate(which) reduction(+ : sum) firstprivate(base) num_threads(4)
    {
        sum += which = 1;
#pragma omp section
        {
            base++;
            sum += base;
            which = 2;
        }
#pragma omp section
        {
            which = 3;
            sum += 50 * which;
        }
    }
    printf("%d %d\n", which, sum);
    CHECK(which == 3);
    CHECK(sum == 100 + 1 + 8 + 150);
    CHECK(base == 7);
    return check_result("parallel sections");
}
