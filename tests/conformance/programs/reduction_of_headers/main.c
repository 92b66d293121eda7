/*
 * A reduction by an operator that a header declares (4.0, 2.15; 5.2, 5.5.11).
 *
 * cross: reduction(united : all, some[1 : 2]) => firstprivate(all, some)
 */
#include "check.h"
#include "interval.h"

#define N 400

void unite(struct interval *all, const struct interval *other)
{
    if (other->low < all->low)
        all->low = other->low;
    if (other->high > all->high)
        all->high = other->high;
}

int main(void)
{
    struct interval all = {3, 4}, some[4] = {{0, 0}, {0, 0}, {0, 0}, {7, 8}};
    int i;

#pragma omp parallel for reduction(united : all, some[1 : 2]) schedule(dynamic, 3)
    for (i = 0; i < N; i++) {
        struct interval one;
        one.low = 10 - i % 37;
        one.high = i / 2.0;
        unite(&all, &one);
        unite(&some[1 + i % 2], &one);
    }
    CHECK(all.low == -26 && all.high == 199.5);
    CHECK(some[0].low == 0 && some[1].high == 199 && some[2].high == 199.5 && some[3].high == 8);
    CHECK(some[1].low == -26 && some[2].low == -26);
    return check_result("reductions of headers");
}
