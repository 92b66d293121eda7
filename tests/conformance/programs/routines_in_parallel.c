/*
 * omp_in_parallel (3.2.6): true in a region that runs in parallel, also
 * in functions called from it and in a serialized region within it; false
 * outside and where an if clause is false.
 *
 * cross: if (0) => if (1)
 * cross: #pragma omp parallel num_threads(3) // true
 */
#include <omp.h>
#include "check.h"

static int asked(void)
{
    return omp_in_parallel() != 0;
}

/* A function that shares its work where there are others. */
static void fill(int *v, int n)
{
    int i;

    if (omp_in_parallel()) {
#pragma omp for
        for (i = 0; i < n; i++)
            v[i] += 2;
    } else {
        for (i = 0; i < n; i++)
            v[i] += 1;
    }
}

int main(void)
{
    int count = 0, inner = 0, never = 0, v[20] = {0}, i;

    CHECK(!omp_in_parallel());
#pragma omp parallel num_threads(3) // true
    {
#pragma omp critical
        count += asked();
    }
    CHECK(count == 3);

#pragma omp parallel num_threads(3) if (0)
    never += asked();
    CHECK(never == 0);

#pragma omp parallel num_threads(3)
    {
#pragma omp parallel if (never != 0) num_threads(2)
        {
#pragma omp critical
            inner += omp_in_parallel() != 0;
        }
    }
    CHECK(inner == 3);
    CHECK(!omp_in_parallel());
    fill(v, 20);
#pragma omp parallel num_threads(4)
    fill(v, 20);
    for (i = 0; i < 20; i++)
        CHECK(v[i] == 3);
    return check_result("omp_in_parallel");
}
