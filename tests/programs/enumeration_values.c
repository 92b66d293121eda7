/*
 * Integers become enumerations by themselves in C.
 * threads: 2
 */
#include <stdio.h>

enum direction { NORTH, EAST, SOUTH, WEST };

#pragma gpump accessible
static enum direction turn(enum direction d, int by)
{
    return (d + by) % 4;
}

int main(void)
{
    enum direction path[6], d = 1;
    int i;

    #pragma omp parallel for
    for (i = 0; i < 6; i++) {
        path[i] = i % 4;
        path[i] = turn(path[i], 1);
    }
    d = d + 1;
    for (i = 0; i < 6; i++)
        printf("%d", path[i]);
    printf(" %d %d\n", d, turn(3, 2));
    return 0;
}
