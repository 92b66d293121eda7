/*
 * A five-point stencil on a plane: two-dimensional arrays through parameters,
 * exchanged by pointers to rows, a region inside the time loop.
 */
#include <stdio.h>
#include <string.h>

#define NX 20
#define NY 30

typedef float plane[NX][NY];

static void step(const plane from, plane to)
{
    int i, j;

    #pragma omp parallel for private(j) schedule(static, 2)
    for (i = 1; i < NX - 1; i++) {
        for (j = 1; j < NY - 1; j++)
            to[i][j] = 0.25f * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
    }
}

int main(void)
{
    plane a, b;
    float (*now)[NY] = a, (*next)[NY] = b, (*swap)[NY];
    #pragma gpump accessible(a, b)
    int t;

    memset(a, 0, sizeof a);
    a[0][NY / 2] = a[NX / 2][0] = 1000.0f;
    memcpy(b, a, sizeof b);
    for (t = 0; t < 25; t++) {
        step(now, next);
        swap = now, now = next, next = swap;
    }
    printf("%.5f %.5f %.5f\n", now[1][NY / 2], now[NX / 2][1], now[5][5]);
    return 0;
}
