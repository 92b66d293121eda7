/*
 * Pointers into the middle of a block, to its last element, and just past its
 * end; two pointers into one block see each other's writes (5.3).
 * threads: 4
 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *block = gpump_malloc(20 * sizeof(int)), *middle, *last, *p;
    int i, sum = 0;

    for (i = 0; i < 20; i++)
        block[i] = i;
    middle = block + 10;
    last = &block[19];

    #pragma omp parallel for
    for (i = -5; i < 5; i++)
        middle[i] += 100;
    #pragma omp parallel for private(p)
    for (i = 0; i < 4; i++) {
        p = last - i;
        *p = block[i] + middle[-10];
    }
    last++;
    #pragma omp parallel for
    for (i = 1; i <= 3; i++)
        last[-i - 10] = -i;
    for (i = 0; i < 20; i++)
        printf("%d ", block[i]);
    for (p = block; p != last; p++)
        sum += *p;
    printf("%d\n", sum);
    gpump_free(block);
    return 0;
}
