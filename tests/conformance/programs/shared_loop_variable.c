/*
 * The variable of a loop that threads share, in `shared`: it is private all the same, and the program's keeps its value.
 *
 * cross: #pragma omp parallel for collapse(2) shared(i, j) reduction(+ : sum)
 */
#include "check.h"

int main(void)
{
    int i = 77, j = 5, n = 12, sum = 0, last = 0;

#pragma omp parallel for shared(i, n) reduction(+ : sum)
    for (i = 0; i < n; i++)
        sum += i;
    CHECK(i == 77 && sum == 66);
#pragma omp parallel for default(none) shared(n, i, last) schedule(static, 1)
    for (i = 0; i < n; i++)
        if (i == 3)
            last = i;
    CHECK(i == 77 && last == 3);
#pragma omp parallel for collapse(2) shared(i, j) reduction(+ : sum)
    for (i = 0; i < n; i++)
        for (j = 0; j < 3; j++)
            sum += i * j;
    CHECK(i == 77 && j == 5 && sum == 66 + 198);
    return check_result("the variable of a loop in shared");
}
