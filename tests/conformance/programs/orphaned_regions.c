/*
 * Regions inside of orphaned constructs: their list items are the function's own variables, of which a region has a team to
 * itself, whatever stands around it (2.8.3, 2.9).
 *
 * cross: firstprivate(v) reduction(+ : s) => firstprivate(v) private(s)
 * cross: lastprivate(last)
 * cross: #pragma omp single
 */
#include "check.h"

static int total;

static void work(int n)
{
    int v = n, s = 0, t = 0, u = 0, w = 0, last = 0, i;

#pragma omp master
    {
#pragma omp parallel num_threads(1) firstprivate(v) reduction(+ : s)
        s += v++;
#pragma omp atomic
        total += s * 100 + v;
    }
#pragma omp barrier
#pragma omp single
    {
#pragma omp parallel for firstprivate(v) reduction(+ : t) lastprivate(last)
        for (i = 0; i < 4; i++) {
            t += v;
            last = i;
        }
        total += t * 1000 + last * 10000;
    }
#pragma omp critical
    {
#pragma omp parallel sections firstprivate(v) reduction(+ : u)
        {
            u += v;
        }
        total += u * 100000;
    }
#pragma omp barrier
#pragma omp for
    for (i = 0; i < 2; i++) {
#pragma omp parallel num_threads(1) firstprivate(i, v) reduction(+ : w)
        w += v + i;
#pragma omp atomic
        total += w > 0;
        w = 0;
    }
}

int main(void)
{
#pragma omp parallel num_threads(2)
    work(3);
    CHECK(total == 303 + 12000 + 30000 + 2 * 300000 + 2);
    total = 0;
    work(3);
    CHECK(total == 303 + 12000 + 30000 + 300000 + 2);
    return check_result("regions in orphaned constructs");
}
