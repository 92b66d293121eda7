/*
 * The headers of inner loops: which values their variables take, and what their names mean.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define N 20
#define M 100
#define LAST M - 1 /* the last but one is where it ends */
#define EACH for (j = 0; j < M; j++)

typedef short small;
struct limits {
    int n;
    int *v, *u;
};

static int v[N][M], w[N][M];
static struct limits limits = { 60 };

static void show(const char *name)
{
    long s = 0;
    int k;
    for (k = 0; k < N * M; k++)
        s += (&v[0][0])[k] * (long)(k % 13 + 1) + (&w[0][0])[k] * (long)(k % 7);
    printf("%s %ld\n", name, s);
}

/* With no iteration of the outer loop the inner one's header is never looked at. */
static void none(int n, int *bound, struct limits *of)
{
    int i, j;
    /* nests: either, the bound must not be read */
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < *bound; j++)
            v[i][j] = 1;
    /* nests: either, nor divided by 0 */
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < M / n; j++)
            v[i][j] = 1;
    /* nests: either, nor a pointer read that leads nowhere */
#pragma omp parallel for private(j)
    for (i = 0; i < n; i++)
        for (j = 0; j < of->n; j++)
            of->v[i * M + j] = of->u[i * M + j];
}

static void types(void)
{
    short i;
    unsigned char c;
    size_t z;
    long long l;
    small s;
    unsigned u, ten = 10;
    /* nests: 2 */
#pragma omp parallel for private(c)
    for (i = 0; i < N; i++)
        for (c = 99; c >= 1; c--)
            v[i][c] += i * c;
    /* nests: 3 */
#pragma omp parallel for private(z, l)
    for (i = 19; i >= 0; i -= 3)
        for (z = 0; z < 10; z += 4)
            for (l = 9; l >= 0; l--)
                (v[i])[z * 10 + l] += i * z + l;
    /* nests: either */
#pragma omp parallel for private(s)
    for (i = 0; i < N; i++)
        for (s = -5; 94 >= s; s = s + 1)
            v[i][s + 5] += s;
    /* nests: 2 (-1 is more than 10: no iteration) */
#pragma omp parallel for private(l)
    for (i = 0; i < N; i++)
        for (int j = -1; j < ten; j++)
            v[i][j + 1] += 1000;
    /* nests: stays, down to 0, and further to the largest number */
#pragma omp parallel for private(u)
    for (i = 0; i < N; i++)
        for (u = ten - 1; u < ten; u += -1)
            v[i][u] += u;
    show("types");
}

static void downwards(unsigned step)
{
    int i;
    unsigned j;
    /* nests: stays, the step may be such a number as well */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = M - 1; j < M; j += step)
            v[i][j] += j;
    show("downwards");
}

static void reals(double limit, int *first, int *end)
{
    int i, j, *p, s = 0;
    double x, sum = 0;
    /* nests: stays, 49.5 is a bound for 50 iterations */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < limit; j++)
            v[i][j] += i + j;
    /* nests: stays, the variable is no integer */
#pragma omp parallel for private(x) reduction(+ : sum)
    for (i = 0; i < N; i++)
        for (x = 0; x < 2; x += 0.25)
            sum += x * i;
    /* nests: stays, the variable is a pointer */
#pragma omp parallel for private(p) reduction(+ : s)
    for (i = 0; i < N; i++)
        for (p = first; p < end; p++)
            s += *p * i;
    printf("%g %d\n", sum, s);
    show("reals");
}

static void changing(int m)
{
    int i, j, step = 3;
    /* nests: stays, the body changes the bound */
#pragma omp parallel for private(j) firstprivate(m)
    for (i = 0; i < N; i++)
        for (j = 0; j < m; j++) {
            v[i][j]++;
            if (j == 50 && i >= 0)
                m = 60;
        }
    /* nests: stays, the body changes the variable */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++) {
            v[i][j]++;
            j += v[i][j] & 1;
        }
    /* nests: 2 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = M - 1; j > 5; j -= step)
            v[i][j] += limits.n;
    /* nests: 2 (a bound that nobody changes) */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < limits.n; j++)
            v[i][j] += limits.n;
    /* nests: stays, each row has a bound */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < w[i][0] % M; j++)
            v[i][j]++;
    /* nests: stays, the header does something else, too */
#pragma omp parallel for private(j) firstprivate(m)
    for (i = 0; i < N; i++)
        for (j = 0, m = i; j < M; j++)
            v[i][j] += m;
    show("changing");
}

static void words(int m)
{
    int i, j;
    /* nests: 2 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1; /* from 1 */ j < LAST; j++) // to the last
            v[i][j] += 1;
    /* nests: 2 */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 1;
#ifdef NOT_DEFINED
             j < m;
#else
             j < m - 2;
#endif
             j++)
            v[i][j] += 3;
    /* nests: stays, the loop is a macro's */
#pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        EACH v[i][j] += 2;
    show("words");
}

static void names(void)
{
    int j = 7, class, new;
    /* nests: either, `c` is made from the j outside of the loops */
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int c = j;
        for (int j = 0; j < M; j++)
            v[i][j] = c;
    }
    /* nests: either, two variables are called j */
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int j = 3;
        for (int j = 0; j < M; j++)
            w[i][j] = j;
    }
    /* nests: 2 (the bound's j is the one outside) */
#pragma omp parallel for
    for (int i = 0; i < j; i++)
        for (int j = 0; j < M; j++)
            w[i][j] += i;
    show("shadows");
    /* nests: 2 */
#pragma omp parallel for private(new)
    for (class = 0; class < N; class++)
        for (new = 0; new < M; new++)
            v[class][new] = class * new;
    /* nests: 2 */
#pragma omp parallel for
    for (register int i = 0; i < N; i++)
        for (register int k = 0; k < M; k++)
            v[i][k] += i;
    show("names");
}

int main(int argc, char **argv)
{
    int few[5] = { 1, 2, 3, 4, 5 }, k;
    for (k = 0; k < N * M; k++)
        (&w[0][0])[k] = k % 37;
    none(0, NULL, NULL);
    show("none");
    types();
    downwards(-argc);
    reals(49.5, few, few + 5);
    changing(M);
    words(M);
    names();
    return 0;
}
