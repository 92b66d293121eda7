/*
 * Loop variables of several integer types, and a loop variable that is used as a
 * shared variable before and behind the loop (8.2.5).
 * threads: 4
 */
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned int index_t;

int main(void)
{
    unsigned u;
    long l, n = 20;
    size_t size, length = 20;
    short s;
    char c;
    int8_t tiny;
    index_t k;
    int v[20], i = 5, sum = 0;

    for (i = 0; i < 20; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (u = 0; u < 20u; u++)
        v[u] += 1;
    #pragma omp parallel for
    for (l = n - 1; l >= 0L; l -= 1L)
        v[l] += 2;
    #pragma omp parallel for
    for (size = 0; size < length; ++size)
        v[size] += 3;
    #pragma omp parallel for
    for (s = 0; s < 20; s += 2)
        v[s] += 4;
    #pragma omp parallel for
    for (c = 'a'; c <= 'j'; c++)
        v[c - 'a'] += 5;
    #pragma omp parallel for
    for (tiny = -10; tiny < 10; tiny++)
        v[tiny + 10] += 6;
    #pragma omp parallel for
    for (k = 19; k > 0; k--)
        v[k] += 7;
    #pragma omp parallel for
    for (long long w = 0; w < 20; w++)
        v[w] += 8;
    #pragma omp parallel for
    for (unsigned short w = 0; w < 20; w++)
        v[w] += 9;
    #pragma omp parallel shared(i)
    {
        #pragma omp master
        i = 3;
        #pragma omp barrier
        v[i] = 1000;
        #pragma omp barrier
        #pragma omp for
        for (i = 0; i < 20; i++)
            v[i] += 10;
        #pragma omp master
        v[0] += 5 * (i - i);
    }
    for (k = 0; k < 20; k++)
        sum += v[k] * (k + 1);
    printf("%d %d %d\n", v[0], v[3], sum);
    return 0;
}
