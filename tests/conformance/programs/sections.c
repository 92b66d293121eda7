/*
 * The sections construct (2.5.2): each section is run once, by one thread,
 * and the first needs no directive.
 *
 * cross all: #pragma omp section
 */
#include <omp.h>
#include "check.h"

static int runs[6], letters, slow_done, seen_after;

static void orphaned(int from)
{
#pragma omp sections
    {
#pragma omp section
        {
#pragma omp atomic
            runs[from]++;
        }
#pragma omp section
        {
#pragma omp atomic
            runs[from + 1]++;
        }
    }
}

static void dawdle(double seconds)
{
    double until = omp_get_wtime() + seconds;

    while (omp_get_wtime() < until)
        continue;
}

int main(void)
{
    int i, together = 1;

#pragma omp parallel num_threads(4)
    {
        /* more sections than threads, and fewer; the first without a directive */
#pragma omp sections
        {
#pragma omp atomic
            letters += 1;
#pragma omp section
            {
#pragma omp atomic
                letters += 10;
            }
#pragma omp section
            {
#pragma omp atomic
                letters += 100;
            }
#pragma omp section
            {
#pragma omp atomic
                letters += 1000;
            }
#pragma omp section
            {
#pragma omp atomic
                letters += 10000;
            }
        }
        orphaned(0);
        orphaned(2);
        orphaned(4);
        /* the barrier at the end */
#pragma omp sections
        {
#pragma omp section
            {
                dawdle(0.002);
                slow_done = 1;
            }
        }
        if (!slow_done) {
#pragma omp critical
            together = 0;
        }
#pragma omp barrier
#pragma omp atomic
        seen_after++;
    }
    CHECK(letters == 11111);
    CHECK(together);
    CHECK(seen_after == 4);
    for (i = 0; i < 6; i++)
        CHECK(runs[i] == 1);
    orphaned(0);
    CHECK(runs[0] == 2 && runs[1] == 2);
    return check_result("sections");
}
