/*
 * NDEBUG, which the file defines and takes back: <assert.h> means each time what it says then (C17 7.2).
 *
 * cross: parallel for reduction(+ : sum) => parallel for firstprivate(sum)
 */
#include "check.h"

#define NDEBUG
#include <assert.h>

static int limit = 2;

static int off(int i)
{
    assert(i < limit);
    return i;
}

#undef NDEBUG
#include <assert.h>

static int on(int i)
{
    assert(i >= limit - 2);
    return 2 * i;
}

int main(void)
{
    int sum = 0, i;
#pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < 9; i++) {
        assert(i < 9);
        sum += off(i) + on(i);
    }
    CHECK(sum == 108);
    return check_result("assert without effect");
}
