/*
 * A region whose statement is a loop, with and without braces of its own: work-sharing constructs in it are met once a trip, with
 * a result and a barrier each time (2.3, 2.5, 2.8.3.6).
 * cross: reduction(+:sum)
 * cross: #pragma omp single
 */
#include "check.h"

#define N 20000
#define TRIPS 6

static int line[2][N];
static int first, second, last;

int main(void)
{
    long sum = 0, with_critical = 0, unbraced = 0, tested = 0;
    int k;

#pragma omp parallel private(k)
    for (k = 0; k < TRIPS; k++) {
#pragma omp for reduction(+:sum) nowait
        for (int i = 0; i < N; i++)
            sum += i % 3;
    }
    CHECK(sum == TRIPS * 19999L);

#pragma omp parallel
    for (int trip = 0; trip < TRIPS; trip++) {
#pragma omp for reduction(+ : with_critical)
        for (int i = 0; i < 10; i++) {
#pragma omp critical
            with_critical += i;
        }
    }
    CHECK(with_critical == TRIPS * 45);

#pragma omp parallel private(k)
    for (k = 0; k < TRIPS; k++)
#pragma omp for reduction(+ : unbraced) nowait
        for (int i = 0; i < 10; i++)
            unbraced += i;
    CHECK(unbraced == TRIPS * 45);

#pragma omp parallel private(k) num_threads(2)
    if (TRIPS > 1) {
        k = 0;
        while (k < TRIPS) {
#pragma omp for reduction(+ : tested)
            for (int i = 0; i < 10; i++)
                tested += i;
            k++;
        }
    }
    CHECK(tested == TRIPS * 45);

    /* Each trip reads what other threads wrote in the one before. */
    for (int i = 0; i < N; i++)
        line[0][i] = i;
#pragma omp parallel
    for (int trip = 0; trip < TRIPS; trip++)
#pragma omp for schedule(static, 7)
        for (int i = 0; i < N; i++)
            line[(trip + 1) % 2][i] = line[trip % 2][(i + 1) % N] + 1;
    int right = 0;
    for (int i = 0; i < N; i++)
        right += line[TRIPS % 2][i] == (i + TRIPS) % N + TRIPS;
    CHECK(right == N);

    for (int i = 0; i < N; i++)
        line[0][i] = i;
#pragma omp parallel
    {
        for (int trip = 0; trip < TRIPS; trip++)
#pragma omp for schedule(static, 7)
            for (int i = 0; i < N; i++)
                line[(trip + 1) % 2][i] = line[trip % 2][(i + 1) % N] + 1;
    }
    right = 0;
    for (int i = 0; i < N; i++)
        right += line[TRIPS % 2][i] == (i + TRIPS) % N + TRIPS;
    CHECK(right == N);

#pragma omp parallel private(k)
    for (k = 0; k < TRIPS; k++)
#pragma omp single
        first++;
    CHECK(first == TRIPS);

#pragma omp parallel private(k)
    for (k = 0; k < TRIPS; k++)
#pragma omp sections reduction(+ : second)
    {
        second += 1;
#pragma omp section
        second += 2;
    }
    CHECK(second == 3 * TRIPS);

#pragma omp parallel private(k)
    {
        for (k = 0; k < TRIPS; k++)
#pragma omp single
            last = last * 2 + 1;
    }
    CHECK(last == (1 << TRIPS) - 1);

    return check_result("a region that is a loop");
}
