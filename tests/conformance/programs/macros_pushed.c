/*
 * Macros that `push_macro` keeps and `pop_macro` gives back (GNU C), in regions (2.4).
 *
 * cross: reduction(+ : sum) => private(sum)
 */
#include "check.h"

#define STEP 2
#define TWICE(x) ((x) * STEP)
#pragma push_macro("STEP")
#undef STEP
#define STEP 5
static int five(void) { return TWICE(1); }
#pragma pop_macro("STEP")
#define LATE 1
#pragma push_macro("LATE")
#undef LATE
#pragma pop_macro("LATE")

int main(void)
{
    int sum = 0;

#pragma omp parallel for reduction(+ : sum) num_threads(4)
    for (int i = 0; i < 8; i++)
        sum += TWICE(STEP) + 10 * five() + LATE;
    CHECK(sum == 8 * (4 + 50 + 1));
    return check_result("pushed macros");
}
