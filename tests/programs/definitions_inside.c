/*
 * Lines of the preprocessor inside regions: what they define counts behind the
 * region, too.
 * threads: 2
 */
#include <stdio.h>

#define FACTOR 1

int main(void)
{
    int v[4], i;

    #pragma omp parallel
    {
#define OFFSET 3
        #pragma omp for
        for (i = 0; i < 4; i++)
            v[i] = OFFSET + i;
    }
    #pragma omp parallel for
    for (i = 0; i < 4; i++) {
#undef FACTOR
#define FACTOR 5
        v[i] *= FACTOR;
    }
    printf("%d %d %d\n", v[3], OFFSET, FACTOR);
    return 0;
}
