/*
 * reduction with max and min (3.1, 2.9.3.6) on sections, parallel and parallel sections, several of
 * them on one construct, with other operators, and of variables whose names are words of OpenMP.
 *
 * cross: sections reduction(max : total) => sections firstprivate(total)
 * cross: reduction(min : area) reduction(+ : min) => firstprivate(area, min)
 * cross: reduction(max : max, read) => firstprivate(max, read)
 */
#include <omp.h>
#include "check.h"

static int total;

static void orphaned(int scale)
{
#pragma omp sections reduction(max : total)
    {
        total = scale > total ? scale : total;
#pragma omp section
        {
            int k;
            for (k = 0; k < 10; k++)
                if (total < k)
                    total = k;
        }
#pragma omp section
        if (total < -1)
            total = -1;
    }
}

int main(void)
{
    double area = 2.5;
    int min = 1, max = -1, k;
    long read = 3;

    for (k = 7; k < 13; k++) {
        total = 0;
#pragma omp parallel num_threads(4)
        orphaned(k);
        CHECK(total == (k > 9 ? k : 9));
    }
#pragma omp parallel sections reduction(min : area) reduction(+ : min) num_threads(3)
    {
        if (area > 4)
            area = 4;
#pragma omp section
        {
            area = area < 1.5 ? area : 1.5;
            min += 4;
        }
#pragma omp section
        min += 8;
    }
    CHECK(area == 1.5);
    CHECK(min == 13);
#pragma omp parallel reduction(max : max, read) num_threads(4)
    {
        int me = omp_get_thread_num();
        max = max > me ? max : me;
        read = me * 10L;
    }
    CHECK(max == omp_get_max_threads() - 1 || max <= 3);
    CHECK(max >= 0 && read == (max > 0 ? max * 10 : 3));
    return check_result("reduction with max and min on sections");
}
