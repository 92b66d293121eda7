/*
 * Loops whose outer iterations are independent, and whose inner ones are not.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 120

static int v[N][M], flat[N * M + 400];
static int mask = 0xffff;

static void show(const char *name)
{
    long s = 0;
    int k;
    for (k = 0; k < N * M; k++)
        s += (&v[0][0])[k] * (long)(k % 13 + 1) + flat[k] * (long)(k % 11 + 1);
    printf("%s %ld\n", name, s);
}

int main(int argc, char **argv)
{
    int i, j, k, zero = argc - 1, two = argc + 1;

    /* nests: stays, each element needs the one on its left */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; j < M; j++)
            v[i][j] = v[i][j - 1] + j;
    show("left");

    /* nests: stays, an element on the right is read before it is written */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M - 1; j++)
            v[i][j] = v[i][j + 1] * 3 + j & mask;
    show("right");

    /* nests: stays, a distance of 17 is a dependence as well */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 17; j < M; j++)
            v[i][j] = v[i][j - 17] * 3 + j & mask;
    show("far");

    /* nests: stays, downwards */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = M - 2; j >= 0; j--)
            v[i][j] += v[i][j + 1] & mask;
    show("down");

    /* nests: stays, all iterations of the inner loop write one element */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][3] = v[i][3] * 3 + j & mask;
    show("one");

    /* nests: stays, the last write counts */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j / 4] = j;
    show("quarter");

    /* nests: stays, rows of the inner loops overlap */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < 40; j++)
            for (k = 0; k < 4; k++)
                flat[i * M + j * 2 + k] = flat[i * M + j * 2 + k] * 3 + j + k & mask;
    show("overlap");

    /* nests: stays, it is not known that rows do not overlap */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < 40; j++)
            for (k = 0; k < 4; k++)
                flat[i * M + j * two + k] = flat[i * M + j * two + k] * 3 + j + k & mask;
    show("unknown");

    /* nests: stays, the stride is 0 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < 40; j++)
            flat[i * M + j * zero] = flat[i * M + j * zero] * 3 + j & mask;
    show("zero");

    /* nests: stays, the stride is 0 where the loop over k does not run */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < 40; j++) {
            int c = 0;
            for (k = 0; k < zero; k++)
                c += k;
            flat[i * M + j * zero] = flat[i * M + j * zero] * 3 + j + c & mask;
        }
    show("zero, with a loop");

    /* nests: stays, the two subscripts meet in different iterations */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i][j] = v[i][M - 1 - j] * 3 + j & mask;
    show("mirror");

    /* nests: stays, diagonals of a block meet */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < 10; j++)
            for (k = 0; k < 10; k++)
                flat[i * M + j + k] = flat[i * M + j + k] * 3 + j - k & mask;
    show("diagonal");

    /* nests: stays, with variables that the headers declare as well */
#pragma omp parallel for
    for (int a = 0; a < N; a++)
        for (int b = 0; b < 10; b++)
            for (int c = 0; c < 10; c++)
                flat[a * M + b * 2 + c] = flat[a * M + b * 2 + c] * 3 + b - c & mask;
    show("declared");

    /* nests: stays, a square is no polynomial that is solved here, and 2 and -2 have the same */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = -10; j <= 10; j++)
            flat[i * M + j * j] = flat[i * M + j * j] * 3 + j & mask;
    show("square");

    /* nests: stays, a loop with fewer iterations in some rows; it is no rectangle */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = i; j < M; j++)
            v[i][j] += i * j;
    show("triangle");

    /* nests: 2 (the innermost is left out: each of its iterations needs the one before) */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < 10; j++)
            for (k = 1; k < 12; k++)
                flat[i * M + j * 12 + k] += flat[i * M + j * 12 + k - 1] & mask;
    show("two of three");

    /* nests: stays, the bounds of the loop over k move with j, so that all write the same */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < 10; j++) {
            int low = 80 - 8 * j;
            for (k = low; k < low + 3; k++)
                flat[i * M + j * 8 + k] = flat[i * M + j * 8 + k] * 3 + j & mask;
        }
    show("moving bounds");
    return 0;
}
