/*
 * ordered (2.7.6): the region in a loop is run in the order of the
 * iterations, whatever the schedule.
 *
 * environment: OMP_SCHEDULE=dynamic,2
 * cross: #pragma omp ordered
 */
#include <omp.h>
#include "check.h"

#define N 60

static int line[N], length;

/* What comes before makes later iterations of a chunk of threads quicker. */
static void dawdle(int i)
{
    double until = omp_get_wtime() + (i % 4 == 0 ? 0.002 : 0.0);

    while (omp_get_wtime() < until)
        continue;
}

static void in_order(const char *what)
{
    int i;

    CHECK(length == N);
    for (i = 0; i < N; i++)
        CHECK(line[i] == i);
    printf("%s: %d\n", what, length);
    length = 0;
}

int main(void)
{
    int i;

#pragma omp parallel num_threads(4)
    {
#pragma omp for ordered schedule(static, 1)
        for (i = 0; i < N; i++) {
            dawdle(i);
#pragma omp ordered
            {
                line[length] = i;
                length++;
            }
        }
    }
    in_order("static");

#pragma omp parallel for ordered schedule(dynamic) num_threads(4)
    for (i = 0; i < N; i++) {
        dawdle(i);
#pragma omp ordered
        line[length++] = i;
    }
    in_order("dynamic");

#pragma omp parallel for schedule(guided, 2) ordered num_threads(4)
    for (i = 0; i < N; i++) {
        dawdle(i);
#pragma omp ordered
        line[length++] = i;
    }
    in_order("guided");

#pragma omp parallel for schedule(static) ordered num_threads(4)
    for (i = 0; i < N; i++) {
#pragma omp ordered
        line[length++] = i;
        dawdle(i);
    }
    in_order("static, one chunk each");

#pragma omp parallel for schedule(runtime) ordered num_threads(4)
    for (i = 0; i < N; i++) {
        dawdle(i);
#pragma omp ordered
        line[length++] = i;
    }
    in_order("runtime");
    return check_result("ordered");
}
