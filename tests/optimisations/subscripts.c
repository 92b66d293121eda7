/*
 * Subscripts that are more than sums and products of loop variables.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 100

struct place {
    int at, *data;
};

static int v[N * 300], buffer[N * 300];
static struct place table[M], places[N * M];
static int *rows[N * M];
static int mask = 0xffff, offset = 3;

static void show(const char *name)
{
    long s = 0;
    int k;
    for (k = 0; k < N * 300; k++)
        s += v[k] * (long)(k % 13 + 1) + buffer[k] * (long)(k % 7 + 1);
    printf("%s %ld\n", name, s);
}

static void pointers(struct place *of, int *from)
{
    int i, j;
    /* nests: stays, each iteration has another pointer, and all lead to one element */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            struct place *r = of + i * M + j;
            r->data[j] = r->data[j] * 3 + j & mask;
        }
    show("local pointers");
    /* nests: stays, the same pointer moves in a loop inside */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            int *p;
            for (p = from; p < from + 3; p++)
                p[i * 300 + j] = p[i * 300 + j] * 3 + j & mask;
        }
    show("moving pointer");
}

int main(void)
{
    int i, j, k;
    for (j = 0; j < M; j++)
        table[j].at = -j / 2 * 2;
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            rows[i * M + j] = places[i * M + j].data = buffer + i * 300 + 100 - j;

    /* nests: 2 (what is added has one value) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i * 300 + j + offset] += j;
    show("offset");

    /* nests: stays, the table decides where it is written */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i * 300 + table[j].at + j] = v[i * 300 + table[j].at + j] * 3 + j & mask;
    show("table");

    /* nests: stays, so does a structure of the iteration's own */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            struct place p;
            p.at = -j;
            v[i * 300 + p.at + j] = v[i * 300 + p.at + j] * 3 + j & mask;
        }
    show("structure");

    /* nests: stays, an index array may have the same value twice */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i * 300 + buffer[j] % 7] = v[i * 300 + buffer[j] % 7] * 3 + j & mask;
    show("indirect");

    /* nests: stays, the subscript wraps around at 256 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < 1000; j++) {
            unsigned char k = j;
            v[i * 300 + k] = v[i * 300 + k] * 3 + j & mask;
        }
    show("narrow");

    /* nests: stays, and this one is 0 or 1 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            _Bool k = j;
            v[i * 300 + k] = v[i * 300 + k] * 3 + j & mask;
        }
    show("boolean");

    /* nests: stays, a cast does the same */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < 1000; j++)
            v[i * 300 + (unsigned char)j] = v[i * 300 + (unsigned char)j] * 3 + j & mask;
    show("cast");

    /* nests: stays, unsigned products wrap around to 0 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            v[i * 300 + (int)(j * 65536u * 65536u)] = v[i * 300 + (int)(j * 65536u * 65536u)] * 3 + j & mask;
    show("wrapped");

    /* nests: 2 (a wider type has the same values) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            long k = (long)j + i * 300;
            v[k] = v[k] * 3 + j & mask;
        }
    show("wide");

    /* nests: stays, the subscript counts */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (j == 0)
                k = i * 300;
            v[k++] += j;
        }
    show("counting");

    /* nests: stays, pointers lead to overlapping rows, here to one element */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            rows[i * M + j][j] = rows[i * M + j][j] * 3 + j & mask;
    show("rows");

    /* nests: 2 (one row for each outer iteration) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            rows[i * M][j] = rows[i * M][j] * 3 + j & mask;
    show("own rows");

    /* nests: stays, the bounds are in a structure of the iteration's own */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < 10; j++) {
            struct place p;
            p.at = 80 - 8 * j;
            for (k = p.at; k < p.at + 3; k++)
                v[i * 300 + j * 8 + k] = v[i * 300 + j * 8 + k] * 3 + j & mask;
        }
    show("bounds");

    pointers(places, v);
    return 0;
}
