/* Elements of memory that an inner loop changes over and over: which are kept in registers meanwhile, and which groups of threads
   add to. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 48, M = 70, FAR = 1 << 28 };

struct cell {
    int sum, other;
    unsigned int field : 9;
};

static int left[N][N], right[N][N], product[N][N], first[N + 1], target[N], length[N];
static double wide[N][M], tall[M][N], x[20 * N], y[N], z[N];
static unsigned char narrow[N];
static struct cell cells[N];

#define AT(a, i, j) a[(i) * N + (j)]

static void show(const char *what)
{
    long c = 0;
    double s = 0;
    int i, j;
    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++)
            c = c * 3 % 1000003 + product[i][j];
        s += y[i] * (i % 7 + 1) + z[i] * (i % 5 + 1);
        c += narrow[i] * (i % 3) + cells[i].sum * (i % 5) + cells[i].field * (i % 11) + length[i];
        y[i] = i % 3;
        z[i] = i % 4;
        narrow[i] = i;
        cells[i].sum = cells[i].field = i;
    }
    printf("%s %.3f %ld\n", what, s, c);
}

static void show_block(const char *what, int n, const int *block)
{
    long c = 0;
    int i;
    for (i = 0; i < n; i++)
        c = (c * 3 + block[i]) % 1000003;
    printf("%s %ld\n", what, c);
}

/* Some of the pointers may be one. */
static void multiply(int n, int *c, const int *a, const int *b)
{
    int i, j, k;
    /* nests: 2, if apart(c, a, b)
       elements: kept, if they are apart */
#pragma omp parallel for private(j, k)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            c[i * n + j] = 1;
            for (k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
}

/* Where `from` is `to`, the loop sees what it has written. */
static void mix(int n, int m, int *to, const int *from)
{
    int i, k;
    /* nests: stays, one element
       sums: stays, no sum
       elements: kept, if they are apart */
#pragma omp parallel for private(k)
    for (i = 0; i < n; i++)
        for (k = m; k > 0; k--)
            to[i * m + 3] = to[i * m + 3] * 2 % 1013 + from[i * m + k - 1];
}

static void add_rows(int n, int m, int *to, const int *from)
{
    int i, k;
    /* nests: stays, one element
       sums: first, if they are apart */
#pragma omp parallel for private(k)
    for (i = 0; i < n; i++)
        for (k = 0; k < m; k++)
            to[i * m + 3] += from[i * m + k];
}

/* Both may be one element. */
static void add_both(int n, int m, int *one, int *other, const int *from)
{
    int i, k;
    /* nests: stays, two elements
       sums: first, if they are apart */
#pragma omp parallel for private(k)
    for (i = 0; i < n; i++) {
        one[i] = 0;
        other[i] = 1;
        for (k = 0; k < m; k++) {
            one[i] = from[i * m + k] + one[i];
            other[i] = other[i] - from[i * m + k] * 3 + 1;
        }
        one[i] = one[i] * 2;
        other[i] += one[i];
    }
}

static void add_columns(int n, int m, int *to, const int *from)
{
    int i, k;
    /* nests: stays, one element
       sums: columns, if they are apart */
#pragma omp parallel for private(k)
    for (i = 0; i < n; i++)
        for (k = 0; k < m; k++)
            to[i] += from[k * n + i];
}

int main(void)
{
    int i, j, k, s;
    int *a = malloc(N * N * sizeof *a), *b = malloc(N * N * sizeof *b), *c = malloc(N * N * sizeof *c);

    for (i = 0; i < N; i++) {
        for (j = 0; j < N; j++) {
            left[i][j] = (i * 5 + j) % 9 - 4;
            right[i][j] = (i + j * 7) % 11 - 5;
            AT(a, i, j) = left[i][j];
            AT(b, i, j) = right[i][j];
            AT(c, i, j) = i + j;
        }
        for (j = 0; j < M; j++)
            wide[i][j] = tall[j][i] = (i * 3 + j) % 17;
        first[i + 1] = first[i] + (i % 4 == 2 ? 0 : i % 20);
        /* Of a row without elements it is nowhere. */
        target[i] = first[i + 1] == first[i] ? FAR : i;
        length[i] = i % 13;
    }
    for (j = 0; j < 20 * N; j++)
        x[j] = j % 6 - 2;
    show("start");

    multiply(N, c, a, b);
    show_block("product", N * N, c);
    multiply(1, c, c, b);
    show_block("one", N * N, c);
    mix(N / 2, N, a, b);
    show_block("mixed", N * N, a);
    mix(N / 2, N, a, a);
    show_block("mixed with itself", N * N, a);
    add_rows(N / 2, N, a, b);
    show_block("added", N * N, a);
    add_rows(N / 2, N, a, a);
    show_block("added to itself", N * N, a);
    add_both(N, N, b, c, a);
    show_block("both", N, b);
    show_block("both", N, c);
    add_both(N, N, b, b, a);
    show_block("one of them", N, b);
    add_columns(N, N, b, a);
    show_block("columns", N, b);

    /* nests: 2
       elements: kept (only names lead to the arrays) */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                product[i][j] += left[i][k] * right[k][j];
    show("arrays");

    /* nests: stays, a row is read while it changes
       elements: stays, the same */
#pragma omp parallel for private(j, k)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                product[i][j] = product[i][k] * right[k][j] % 10;
    show("in place");

    /* sums: first
       Neither the element nor where it is may be looked at in rows without elements. */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++)
        for (k = first[i]; k < first[i + 1]; k++)
            y[target[i]] += x[k];
    show("rows without elements");

    /* sums: stays, a product
       elements: kept (also there) */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++)
        for (k = first[i]; k < first[i + 1]; k++)
            y[target[i]] *= k % 3 == 0 ? 2 : 0.5;
    show("products");

    /* sums: stays
       elements: stays, it may be left alone */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++)
        for (k = 0; k < M; k++)
            if (wide[i][k] > 20)
                y[target[i]] += wide[i][k];
    show("never");

    /* sums: first
       It has been written before, and by one thread. */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++) {
        y[i] = i;
        z[i] += 2;
        for (k = 0; k < M; k++) {
            if (wide[i][k] > 9)
                continue;
            y[i] += wide[i][k] * x[k];
        }
        y[i] /= 2;
    }
    show("some");

    /* sums: stays, what one thread has written is read by all
       elements: kept */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++) {
        z[i] = i % 5;
        for (k = 0; k < M; k++)
            y[i] += wide[i][k] * z[i];
    }
    show("read");

    /* sums: columns */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++) {
        y[i] = 0;
        for (k = 0; k < M; k++)
            y[i] = y[i] + tall[k][i] * x[k] - 1;
        z[i] = y[i];
    }
    show("columns");

    /* sums: columns */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++) {
        double sum = i;
        for (k = M - 1; k > 2; k -= 2)
            sum += tall[k][i];
        y[i] = sum;
    }
    show("column");

    /* sums: unforeseen (the lengths change on the way) */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++) {
        for (k = 0; k < length[i]; k++)
            y[i] += wide[i][k];
        length[i] = 5;
    }
    show("lengths");

    /* sums: stays, each thread has an array of its own
       elements: kept */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++) {
        double own[2];
        own[0] = own[1] = 0;
        for (k = 0; k < M; k++) {
            own[k % 2] += wide[i][k];
            y[i] += own[0] - own[1];
        }
    }
    show("own");

    /* sums: stays, another one in each iteration
       elements: stays, the same */
#pragma omp parallel for private(k, s)
    for (i = 0; i < N; i++) {
        s = 0;
        for (k = 0; k < N; k++) {
            s = (s + k) % N;
            product[i][s] += k;
        }
    }
    show("scattered");

    /* sums: stays, its type is too small
       elements: kept (which wraps around as the element does) */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++)
        if (i % 3)
            for (k = 0; k < M; k++)
                narrow[i] += (int)wide[i][k] * 7;
        else
            narrow[i] = 200;
    show("narrow");

    /* sums: stays, no sum
       elements: kept */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++)
        for (k = 0; k < M; k++)
            cells[i].sum = cells[i].sum * 3 % 1009 + k;
    show("member");

    /* sums: stays, a bit-field
       elements: stays, it has no address */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++)
        for (k = 0; k < M; k++)
            cells[i].field += k;
    show("field");

    /* elements: stays, another iteration of the inner loop reads it
       nests: either */
#pragma omp parallel for private(k)
    for (i = 0; i < N; i++)
        for (k = 1; k < N; k++)
            product[i][0] += product[i][k - 1];
    show("neighbour");

    /* elements: kept (the other one is never this one)
       nests: either */
#pragma omp parallel for private(k) schedule(static, 4)
    for (i = 0; i < N; i++)
        for (k = 0; k < N; k++)
            product[i][1] = (product[i][1] + product[i][0]) * 3 % 1009;
    show("beside");
    free(a);
    free(b);
    free(c);
    return 0;
}
