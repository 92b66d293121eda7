/*
 * Sections go to different threads (2.5.2) when there are enough: here each
 * waits for the other, so one thread could not run both. And nowait: who has
 * none of them goes on.
 *
 * cross: #pragma omp section // second
 * cross: sections nowait => sections
 */
#include <omp.h>
#include "check.h"

static int arrived[4], late;

static void say(int who)
{
    arrived[who] = 1;
#pragma omp flush
}

static void hear(int who)
{
    double give_up = omp_get_wtime() + PATIENCE;
    int there = 0;

    while (!there) {
#pragma omp flush
        there = arrived[who];
        if (omp_get_wtime() > give_up) {
#pragma omp atomic
            late++;
            break;
        }
    }
}

int main(void)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp sections
        {
            {
                say(0);
                hear(1);
            }
#pragma omp section // second
            {
                say(1);
                hear(0);
            }
        }
    }
    CHECK(late == 0);

#pragma omp parallel num_threads(3)
    {
#pragma omp sections nowait
        {
#pragma omp section
            hear(3);
#pragma omp section
            say(2);
        }
        hear(2);
#pragma omp single nowait
        say(3);
    }
    CHECK(late == 0);
    CHECK(arrived[0] + arrived[1] + arrived[2] + arrived[3] == 4);
    return check_result("concurrent sections");
}
