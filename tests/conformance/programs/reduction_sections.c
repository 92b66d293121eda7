/*
 * reduction on sections and parallel sections (2.8.3.6).
 *
 * cross: sections reduction(+ : total) => sections firstprivate(total)
 * cross: reduction(* : area) reduction(&& : good) => firstprivate(area, good)
 */
#include "check.h"

static int total;

static int square(int n)
{
    return n * n;
}

static void orphaned(int scale)
{
#pragma omp sections reduction(+ : total)
    {
        total += square(scale);
#pragma omp section
        {
            int k;
            for (k = 0; k < 10; k++)
                total += k;
        }
#pragma omp section
        total -= 1;
    }
}

int main(void)
{
    double area = 2.5;
    int good = 1, k;

    for (k = 1; k < 4; k++) {
        total = 100;
#pragma omp parallel num_threads(4)
        orphaned(k);
        CHECK(total == 100 + k * k + 44);
    }
    total = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp sections reduction(+ : total)
        {
#pragma omp section
            total += 3;
#pragma omp section
            total += 4;
#pragma omp section
            total += 5;
        }
    }
    CHECK(total == 12);
#pragma omp parallel sections reduction(* : area) reduction(&& : good) num_threads(3)
    {
        area *= 4;
#pragma omp section
        {
            area *= 3;
            good = good && area == 0;
        }
#pragma omp section
        good = good && 1;
    }
    CHECK(area == 30);
    CHECK(good == 0);
    return check_result("reduction on sections");
}
