/*
 * private and firstprivate on sections and parallel sections (2.5.2): what one
 * thread does in its sections to its variable, no other sees.
 *
 * cross: sections private(t) => sections
 * cross: sections firstprivate(start) => sections private(start)
 */
#include <omp.h>
#include "check.h"

static void pause_until_others(void)
{
    double until = omp_get_wtime() + 0.03;

    while (omp_get_wtime() < until)
        continue;
}

static int start = 5, t = -1, out[4];

static void orphaned(void)
{
#pragma omp sections private(t)
    {
#pragma omp section
        {
            t = 1;
            pause_until_others();
            out[0] = t;
        }
#pragma omp section
        {
            t = 2;
            pause_until_others();
            out[1] = t;
        }
    }
#pragma omp sections firstprivate(start)
    {
#pragma omp section
        {
            start += 10;
            out[2] = start == 15 || start == 115;
        }
#pragma omp section
        {
            start += 100;
            out[3] = start == 105 || start == 115;
        }
    }
}

int main(void)
{
    int k, sum = 0, base = 3, local = 0;

#pragma omp parallel num_threads(4)
    orphaned();
    CHECK(out[0] == 1 && out[1] == 2);
    CHECK(out[2] && out[3]);
    CHECK(start == 5 && t == -1);

#pragma omp parallel sections firstprivate(base) private(local) reduction(+ : sum) num_threads(2)
    {
#pragma omp section
        {
            local = base * 2;
            sum += local;
        }
#pragma omp section
        for (local = 0; local < 4; local++)
            sum += base - 3 + local;
    }
    for (k = 0; k < 4; k++)
        sum -= k;
    CHECK(sum == 6);
    CHECK(base == 3 && local == 0);
    return check_result("private on sections");
}
