/*
 * Line ends of two characters.
 */
#include <stdio.h>

int main(void)
{
    int v[5], i, s = 0; // no more

    #pragma omp parallel for \
        private(i)
    for (i = 0; i < 5; i++)
        v[i] = i; /* two
        lines */
#ifdef _OPENMP
    #pragma omp parallel for reduction(+: s)
#endif
    for (i = 0; i < 5; i++)
        s += v[i];
    printf("%d %d\n", v[4], s);
    return 0;
}
