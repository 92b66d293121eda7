/*
 * OMP_DYNAMIC and OMP_NESTED (4.3, 4.4). The routines say what the environment
 * said, unless the implementation cannot do it.
 *
 * environment: OMP_DYNAMIC=false OMP_NESTED=false
 * environment: OMP_DYNAMIC=FALSE
 * environment: OMP_DYNAMIC=true OMP_NESTED=true
 * cross: #pragma omp parallel num_threads(7)
 */
#include <omp.h>
#include <stdlib.h>
#include <strings.h>
#include "check.h"

static int is_true(const char *name)
{
    const char *value = getenv(name);

    return value && strcasecmp(value, "true") == 0;
}

int main(void)
{
    int size = 0;

    if (!is_true("OMP_DYNAMIC"))
        CHECK(!omp_get_dynamic());
    if (!is_true("OMP_NESTED"))
        CHECK(!omp_get_nested());
#pragma omp parallel num_threads(7)
    {
#pragma omp atomic
        size++;
    }
    if (is_true("OMP_DYNAMIC"))
        CHECK(size >= 1 && size <= 7);
    else
        CHECK(size == 7);
    return check_result("OMP_DYNAMIC");
}
