/*
 * omp_set_nested, omp_get_nested (3.2.9, 3.2.10). An implementation without
 * nested parallelism says so; one that has it obeys.
 *
 * pair alone: regions within regions are teams of one in a single file
 * cross: omp_set_nested(0) => omp_set_nested(1)
 * cross: #pragma omp parallel num_threads(2) // outer
 */
#include <omp.h>
#include "check.h"

static int inner_threads;

static void inner(void)
{
#pragma omp parallel num_threads(3)
    {
#pragma omp atomic
        inner_threads++;
    }
}

static int both(void)
{
    inner_threads = 0;
#pragma omp parallel num_threads(2) // outer
    inner();
    return inner_threads;
}

int main(void)
{
    int inside = 0;

    CHECK(!omp_get_nested()); /* the default */
    omp_set_nested(1);
    if (omp_get_nested())
        CHECK(both() == 6);
    else
        CHECK(both() == 2);
    omp_set_nested(0);
    CHECK(!omp_get_nested());
    CHECK(both() == 2);
#pragma omp parallel num_threads(4) reduction(+ : inside)
    inside += omp_get_nested() == 0;
    CHECK(inside == 4);
    return check_result("nesting routines");
}
