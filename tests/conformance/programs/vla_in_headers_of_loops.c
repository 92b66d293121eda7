/*
 * Arrays of variable length, and conversions, at the edges of the expressions in the headers of loops and in clauses.
 *
 * cross: #pragma omp for reduction(+ : sum)
 */
#include "check.h"

int main(void)
{
    int n = 64, sum = 0, count = 0;
    char bytes[n];
    void *first = bytes, *last = bytes + n;
    char *p;

#pragma omp parallel for
    for (p = first; p < bytes + sizeof bytes; p += sizeof bytes / sizeof(bytes))
        *p = 1;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, sizeof bytes)
    for (p = bytes + sizeof(char[n]) - sizeof bytes; p < (char *)last; p++)
        sum += *p;
    CHECK(sum == n);
#pragma omp parallel num_threads(sizeof bytes / 32) if (sizeof bytes)
    {
#pragma omp atomic
        count++;
#pragma omp for reduction(+ : sum)
        for (p = first; p < bytes + n; p++)
            sum += *p;
    }
    CHECK(sum == 2 * n);
    CHECK(count == 2);
    return check_result("arrays of variable length in the headers of loops");
}
