/*
 * The sieve of Eratosthenes: a region in a sequential loop, with a step that
 * does not divide the range (8.2.2).
 */
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 1000

int main(void)
{
    char *composite = gpump_calloc(LIMIT + 1, 1);
    int i, p, count = 0;

    if (!composite)
        return 1;
    for (p = 2; p * p <= LIMIT; p++) {
        if (composite[p])
            continue;
        #pragma omp parallel for
        for (i = p * p; i <= LIMIT; i += p)
            composite[i] = 1;
    }

    #pragma omp parallel for reduction(+ : count)
    for (i = 2; i <= LIMIT; i++)
        if (!composite[i])
            count++;
    printf("%d primes up to %d\n", count, LIMIT);
    gpump_free(composite);
    return 0;
}
