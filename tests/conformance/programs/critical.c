/*
 * The critical construct (2.7.2), without a name: one thread at a time, in
 * the whole program.
 *
 * cross: #pragma omp critical
 */
#include <omp.h>
#include "check.h"

static int inside, most_inside, total;

/* Reads, waits, writes: two at once lose an update. */
static void add_slowly(int *to, int what)
{
    int before;
    double until;

#pragma omp critical
    {
        before = *to;
        until = omp_get_wtime() + 0.0005;
        while (omp_get_wtime() < until)
            continue;
        *to = before + what;
    }
}

int main(void)
{
    int i, list[40], used = 0, sum = 0, other = 0;

#pragma omp parallel num_threads(4)
    {
        int k;
        for (k = 0; k < 5; k++)
            add_slowly(&total, 1);
    }
    CHECK(total == 20);

    /* two of them exclude one another, too */
#pragma omp parallel num_threads(4)
    {
        int k;
        for (k = 0; k < 8; k++) {
            if (omp_get_thread_num() % 2) {
                add_slowly(&other, 10);
            } else {
#pragma omp critical
                {
                    double until = omp_get_wtime() + 0.0005;
                    int before = other;
                    while (omp_get_wtime() < until)
                        continue;
                    other = before + 10;
                }
            }
        }
    }
    CHECK(other == 320);

    /* in a loop, with more than one statement */
#pragma omp parallel for schedule(dynamic) num_threads(4)
    for (i = 0; i < 40; i++) {
#pragma omp critical
        {
            double until;
            if (++inside > most_inside)
                most_inside = inside;
            list[used] = i;
            until = omp_get_wtime() + 0.0001;
            while (omp_get_wtime() < until)
                continue;
            used++;
            inside--;
        }
    }
    for (i = 0; i < used; i++)
        sum += list[i];
    CHECK(most_inside == 1);
    CHECK(used == 40);
    CHECK(sum == 780);
    return check_result("critical");
}
