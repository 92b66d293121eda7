/*
 * An array of pointers, one of them NULL, two to the same block (5.4).
 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *part[4], *block = gpump_malloc(6 * sizeof *block);
    int i;

    for (i = 0; i < 6; i++)
        block[i] = i;
    part[0] = block;
    part[1] = NULL;
    part[2] = block + 3;
    part[3] = block;

    #pragma omp parallel for num_threads(4)
    for (i = 0; i < 4; i++)
        if (part[i] != NULL)
            part[i][i == 3 ? 5 : 1] += 10 * (i + 1);

    for (i = 0; i < 6; i++)
        printf("%d ", block[i]);
    printf("%d\n", part[1] == NULL && part[2] == block + 3 && part[3] == part[0]);
    gpump_free(block);
    return 0;
}
