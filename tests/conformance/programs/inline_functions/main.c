/*
 * Regions of two files call an inline function of external linkage, of which there is one definition.
 *
 * cross: reduction(+ : sum) => private(sum)
 */
#include "part.h"
#include "check.h"

int main(void)
{
    int sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 8; i++) {
        int doubled;

        twice(&doubled, next_of(i));
        sum += doubled;
    }
    CHECK(sum == 72);
    CHECK(sum_twice() == 72);
    return check_result("inline functions");
}
