/*
 * Subscripts by way of variables that get their values in the body.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 100

static int v[N * M + 300], w[N * M + 300], start[N];
static int mask = 0xffff, kept = 5;

static void show(const char *name)
{
    long s = 0;
    int k;
    for (k = 0; k < N * M + 300; k++)
        s += v[k] * (long)(k % 13 + 1) + w[k] * (long)(k % 7 + 1);
    printf("%s %ld\n", name, s);
}

/* Pixels of an image, named as its columns and rows are. */
static void diffuse(long rows, long columns, const int *image, int *out, const int *north)
{
    long i, j, k;
    int mine;

    /* nests: 2, if apart(out, north, image) */
#pragma omp parallel for shared(image, out, rows, columns) private(i, j, k, mine)
    for (j = 0; j < columns; j++) {
        for (i = 0; i < rows; i++) {
            k = i + rows * j;
            mine = image[k];
            out[k] = image[north[i] + rows * j] - mine;
            if (out[k] < 0)
                out[k] = mine;
            else if (out[k] > mask)
                out[k] = 0;
        }
    }
}

static void volume(int nx, int ny, int nz, const int *restrict in, int *restrict out)
{
    int z;
    /* nests: 3 */
#pragma omp parallel for
    for (z = 0; z < nz; z++) {
        int y;
        for (y = 0; y < ny; y++) {
            int x;
            for (x = 0; x < nx; x++) {
                int c, west, east, south;
                c = x + y * nx + z * nx * ny;
                west = x == 0 ? c : c - 1;
                east = x == nx - 1 ? c : c + 1;
                south = y == 0 ? c : c - nx;
                out[c] = 2 * in[c] + in[west] + 3 * in[east] + in[south];
            }
        }
    }
}

/* An array's address in a pointer that is stepped. */
static void stepped(void)
{
    int i, j, *p;
    /* nests: stays, the pointer moves with the loop inside */
#pragma omp parallel for private(j, p)
    for (i = 0; i < N; i++) {
        p = v;
        for (j = 0; j < M; j++) {
            p[i * M] = p[i * M] * 3 + j & mask;
            p++;
        }
    }
}

static void reachable(void)
{
    int i, j, k;
#pragma omp parallel private(k)
    {
        int *mine = &k;
        /* nests: stays, a pointer may lead to the subscript */
#pragma omp for private(j)
        for (i = 0; i < N; i++)
            for (j = 0; j < M; j++) {
                k = i * M + j;
                *mine = i * M;
                v[k] = v[k] * 3 + j & mask;
            }
    }
}

int main(void)
{
    int i, j, k, l, *p, *q;
    int *heap = malloc((N * M + 300) * sizeof *heap);
    int north[M];

    for (i = 0; i < N; i++)
        start[i] = i % 3 * M;
    for (j = 0; j < M; j++)
        north[j] = j ? j - 1 : 0;
    for (k = 0; k < N * M + 300; k++) {
        v[k] = k % 17;
        heap[k] = k % 11;
    }

    diffuse(M, N, v, w, north);
    show("image");
    diffuse(M, 1, v, v + 1, north);
    show("image over itself");
    volume(10, 10, N, heap, w);
    show("volume");

    /* nests: 2 (the second value stands in the place of the first) */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            k = j;
            k = i * M + k;
            v[k] = v[k] * 3 + j & mask;
        }
    show("in turn");

    /* nests: 2 (both ways lead to the same value) */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            if (w[j] > 3)
                k = i * M + j;
            else
                k = j + M * i;
            v[k] = v[k] * 3 + j & mask;
        }
    show("both ways");

    /* nests: 2 (a pointer to the iteration's own element) */
#pragma omp parallel for private(j, p)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            p = v + i * M + j;
            *p = *p * 3 + j & mask;
        }
    show("pointer");

    /* nests: 3 */
#pragma omp parallel for private(j, k, l)
    for (i = 0; i < N; i++)
        for (j = 0; j < M / 4; j++)
            for (l = 0; l < 4; l++) {
                k = i * M + j * 4 + l;
                v[k] = v[k] * 3 + l & mask;
            }
    show("inside");

    /* nests: 2 (what is declared between gets its value in the loop inside) */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        int column, place;
        for (column = 0; column < M; column++) {
            place = i * M + column;
            v[place] = v[place] * 3 + column & mask;
        }
    }
    show("between");

    /* nests: stays, what is declared between goes from one iteration to the next */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        int column, last;
        for (column = 0; column < M; column++) {
            if (column > 0)
                v[i * M + column] = last & mask;
            last = v[i * M + column] * 3 + column;
        }
    }
    show("from one to the next");

    /* nests: stays, so does an array */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        int column, last[2];
        for (column = 0; column < M; column++) {
            last[column % 2] = v[i * M + column] * 3 + column;
            if (column > 0)
                v[i * M + column] = last[(column + 1) % 2] & mask;
        }
    }
    show("array between");

    /* nests: stays, one of the ways leads to one place */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            k = i * M + j;
            if (w[j] > 3)
                k = i * M;
            v[k] = v[k] * 3 + j & mask;
        }
    show("one way");

    /* nests: stays, behind the loop inside it is where that has left it */
#pragma omp parallel for private(j, k, l)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            k = i * M + j;
            for (l = 0; l < 3; l++)
                k = i * M + l;
            v[k] = v[k] * 3 + j & mask;
        }
    show("behind");

    /* nests: stays, and in it where the round before has left it */
#pragma omp parallel for private(j, k, l)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            k = i * M + j;
            for (l = 0; l < 3; l++) {
                v[k] = v[k] * 3 + j & mask;
                k = i * M + l;
            }
        }
    show("round");

    /* nests: stays, it is stepped in between */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < M - 1; j++) {
            k = i * M + j;
            v[k] = v[k] * 3 + j & mask;
            k++;
            v[k] = v[k] * 3 + j & mask;
        }
    show("stepped");

    /* nests: stays, it is stepped in a subscript */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < M - 1; j++) {
            k = i * M + j;
            w[k++] = j;
            v[k] = v[k] * 3 + j & mask;
            v[k - 1] = v[k - 1] * 5 + j & mask;
        }
    show("stepped in a subscript");

    /* nests: stays, the value is another one modulo 256 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            unsigned char narrow;
            narrow = i * M + j;
            v[narrow + 300 * (i & 0)] = kept;
            w[i * M + narrow % 2] = w[i * M + narrow % 2] * 3 + j & mask;
        }
    show("narrow");

    /* nests: stays, what it is computed from changes in between */
#pragma omp parallel for private(j, k, l)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            l = j;
            l = l / 2;
            k = i * M + l;
            v[k] = v[k] * 3 + j & mask;
        }
    show("computed");

    /* nests: stays, two pointers lead to one row */
#pragma omp parallel for private(j, p, q)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            p = v + i * M + j;
            q = v + i * M;
            *p = *p + *q & mask;
        }
    show("row");

    /* nests: stays, the pointer leads elsewhere where it is used */
#pragma omp parallel for private(j, p)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            p = v + i * M + j;
            p = v + start[i] / M + i * M;
            *p = *p * 3 + j & mask;
        }
    show("elsewhere");

    stepped();
    show("stepped pointer");
    reachable();
    show("reachable");

    /* nests: stays, the value is from the iteration before */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++) {
        k = i * M;
        for (j = 0; j < M; j++) {
            v[k] = v[k] * 3 + j & mask;
            k = i * M + j / 2;
        }
    }
    show("before");

    free(heap);
    return 0;
}
