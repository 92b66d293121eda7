/*
 * Assignments in the expressions of clauses, with every operator.
 * cuda alone: the thesis's dialect evaluates num_threads more than once
 */
#include <stdio.h>

int main(void)
{
    int a = 1, b = 9, c = 1, d = 8, e = 4, f = 1, g = 4, h = 7, i = 1, j = 3, k = 0, threads = 0;

    #pragma omp parallel reduction(+ : threads) \
        num_threads((a += 1) + (b -= 9) + (c *= 0) + (d /= 9) + (e %= 3))
    threads++;
    printf("%d\n", threads);

    #pragma omp parallel reduction(+ : threads) \
        num_threads((f <<= 1) + (g >>= 3) + (h &= 8) + (i |= 0) + (j ^= 3) + (k = 0))
    threads++;
    printf("%d\n", threads);
    return 0;
}
