/*
 * Regions in files that this one includes: in a header, and in a part of the
 * program that is no file of its own, and includes that header, too. Static
 * variables of a function of another header, which a region calls.
 *
 * cross: * (k % WEIGHTS) => * (k % (WEIGHTS + 1))
 * cross: total += weighted( => total -= weighted(
 */
#include "fill.h"
#include "total.inc" /* fill.h is included there, too */
#include "check.h"

#define SIZE 500

static int numbers[SIZE];

int main(void)
{
    int k, total = 0, sum = 0;

    fill(numbers, SIZE);
    for (k = 0; k < SIZE; k++)
        CHECK(numbers[k] == 3 * k);
#pragma omp parallel for reduction(+ : total)
    for (k = 0; k < SIZE; k++)
        total += weighted(numbers, k);
    for (k = 0; k < SIZE; k++)
        sum += 3 * k * (k % WEIGHTS);
    CHECK(total == sum);
    CHECK(weighted_total(numbers, SIZE) == sum);
    return check_result("regions in included files");
}
