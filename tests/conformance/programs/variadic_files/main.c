/*
 * A region calls functions of another file: one with variable arguments, which has no version for the device, and one that
 * returns a structure, which has one.
 *
 * on the host: the region that calls the function without a version
 * cross: #pragma omp parallel for reduction(+ : sum) => #pragma omp parallel for firstprivate(sum)
 */
#include "part.h"
#include "check.h"

int main(void)
{
    int sum = 0;

    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++) {
        struct pair both = pair_of(i);
        if (both.first > both.second)
            sum += complain("%d > %d\n", both.first, both.second);
        sum += both.first + both.second;
    }
    CHECK(sum == 100 * 99 / 2 + 99 * 100 * 199 / 6);
    CHECK(complaints() == 0);
    sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += pair_of(i).second;
    CHECK(sum == 99 * 100 * 199 / 6);
    CHECK(complain("%s", "") == 1);
    return check_result("variable arguments");
}
