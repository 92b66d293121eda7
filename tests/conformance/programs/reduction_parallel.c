/*
 * reduction on parallel (2.8.3.6): each thread brings what it has at the
 * region's end.
 *
 * cross: reduction(+ : size, numbers) => private(size, numbers)
 * cross: reduction(* : factorial) => firstprivate(factorial)
 * cross: reduction(|| : found) => private(found)
 */
#include <omp.h>
#include "check.h"

static int parts(int n)
{
    int numbers = 0, size = 0;

#pragma omp parallel reduction(+ : size, numbers) num_threads(n)
    {
        size++;
        numbers += omp_get_thread_num();
    }
    CHECK(size == n);
    return numbers;
}

int main(void)
{
    double factorial = 2;
    int found = 0, k, max = omp_get_max_threads(), count = 10, plain = 10;
    unsigned bits = 0, holes = ~0u;

    for (k = 1; k <= 9; k += 2)
        CHECK(parts(k) == k * (k - 1) / 2);

    /* the private variables begin with the operator's identity */
#pragma omp parallel reduction(* : factorial) reduction(|| : found) num_threads(5)
    {
        factorial *= omp_get_thread_num() + 1;
        found = found || omp_get_thread_num() == 3;
    }
    CHECK(factorial == 240);
    CHECK(found == 1);

#pragma omp parallel reduction(| : bits) reduction(& : holes) reduction(^ : plain) num_threads(6)
    {
        unsigned mine = 1u << omp_get_thread_num();

        bits |= mine;
        holes &= ~mine;
        plain ^= 1 << omp_get_thread_num();
    }
    CHECK(bits == 63);
    CHECK(holes == ~63u);
    CHECK(plain == (10 ^ 63));

    /* with loops in it, and with a team of the usual size */
#pragma omp parallel reduction(+ : count) private(k)
    {
#pragma omp for nowait
        for (k = 0; k < 100; k++)
            count += 2;
#pragma omp for
        for (k = 0; k < 10; k++)
            count--;
        count += 1000;
    }
    CHECK(count == 10 + 200 - 10 + 1000 * max);
    return check_result("reduction on parallel");
}
