/*
 * Structures and variables of the file whose values a region is given, and those that it has to look at.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 300

struct grid {
    int rows, columns;
    double scale;
    int *start;
    const float *weight;
};
struct flags { unsigned int one : 3; int two; };
struct letters { char first; int second; };
struct large { int n, more[200]; };
struct quick { volatile int n; };
struct node { int value; struct node *next; };

static double a[N];
static long c[N];
static int limit = 7, changing = 1;
static const double third = 1.0 / 3;

static void show(const char *name)
{
    double s = 0;
    int k;
    for (k = 0; k < N; k++)
        s += a[k] * (k % 7 + 1) + c[k];
    printf("%s %g\n", name, s);
}

static int width(const struct grid *g)
{
    return g->rows * 2 + g->columns;
}

static int depth(const struct grid *g, int k)
{
    return k <= 0 ? width(g) : depth(g, k - 1) + 1;
}

static int keeps(const struct grid *g)
{
    static const struct grid *last;
    int is_same = last == g;
    last = g;
    return is_same * 0 + g->rows;
}

static void grow(struct grid *g)
{
    g->rows++;
}

static void read_only(const struct grid *g, float *f, long *l)
{
    int i;
    /* structures: g
       values: limit, third */
#pragma omp parallel for
    for (i = 0; i < g->rows; i++)
        l[i] = g->columns * limit + (long)(third * 9);
    show("members");
    /* structures: g */
#pragma omp parallel for
    for (i = 0; i < g->rows; i++)
        f[i] = depth(g, i % 3) + g->scale;
    for (i = 0; i < g->rows; i++)
        a[i] += f[i];
    show("functions");
    /* structures: none (the type is that of a member) */
#pragma omp parallel for
    for (i = 0; i < g->rows; i++)
        g->start[i] = g->columns + i;
    /* structures: g */
#pragma omp parallel for
    for (i = 0; i < g->rows; i++)
        l[i] = g->start[i] + (long)g->weight[i];
    show("arrays");
    /* structures: none (the pointer is compared) */
#pragma omp parallel for
    for (i = 0; i < N; i++)
        l[i] = g == 0 ? 1 : g->rows;
    show("compared");
    /* structures: none (the pointer is kept) */
#pragma omp parallel for
    for (i = 0; i < 1; i++)
        l[i] = keeps(g);
    show("kept");
}

static void written(struct grid *g, double *d, int *n, long *l)
{
    int i;
    /* structures: none */
#pragma omp parallel for
    for (i = 0; i < 1; i++) {
        grow(g);
        l[i] = g->rows;
    }
    show("function");
    /* structures: none (it could be the member) */
#pragma omp parallel for
    for (i = 0; i < 1; i++) {
        *n = 20;
        l[i] = g->rows;
    }
    show("pointer");
    /* structures: none */
#pragma omp parallel for
    for (i = 0; i < 1; i++) {
        d[0] = 4;
        l[i] = (long)g->scale;
    }
    show("double");
    /* structures: none */
#pragma omp parallel for
    for (i = 0; i < 1; i++) {
        *(struct grid *)(void *)g = *g;
        (g->columns)++;
        l[i] = g->columns;
    }
    show("whole");
    /* structures: none */
#pragma omp parallel for
    for (i = 0; i < 1; i++) {
        int *inside = &g->rows;
        l[i] = *inside;
    }
    show("inside");
}

static void others(struct flags *f, struct letters *t, struct large *g, struct quick *q, struct node *head)
{
    int i;
    /* structures: none (bit-fields, characters, too large, volatile) */
#pragma omp parallel for
    for (i = 0; i < N; i++)
        c[i] = f->two + t->second + g->n + q->n;
    show("others");
    /* structures: none (another one in each iteration) */
#pragma omp parallel for firstprivate(head)
    for (i = 0; i < N; i++) {
        struct node *at = head;
        while (at->next)
            at = at->next;
        c[i] = at->value;
    }
    show("list");
}

/* A pointer that leads nowhere, and is not followed. */
static void nowhere(const struct grid *g, int n)
{
    int i;
    /* structures: g */
#pragma omp parallel for
    for (i = 0; i < N; i++)
        c[i] = n ? g->rows : 3;
    show("nowhere");
}

static void variables(void)
{
    int i;
    /* values: limit */
#pragma omp parallel for
    for (i = 0; i < N; i++) {
        c[i] = limit;
        if (i == 5)
            changing = limit + 1;
    }
    show("changing");
    /* values: limit, changing */
#pragma omp parallel for
    for (i = 0; i < N; i++)
        c[i] = limit + changing;
    show("unchanged");
}

int main(void)
{
    int start[N], k, n = 4;
    float weight[N], f[N];
    struct grid g = {N, 5, 0.5, start, weight};
    struct grid *copy = malloc(sizeof *copy);
    struct flags flags = {3, 4};
    struct letters letters = {'a', 5};
    struct large large = {6, {0}};
    struct quick quick = {7};
    struct node last = {8, NULL}, first = {9, &last};

    for (k = 0; k < N; k++) {
        a[k] = k % 10;
        c[k] = start[k] = weight[k] = k % 3;
    }
    for (k = 0; k < 3; k++) {
        g.columns = k;
        limit = 10 + k;
        read_only(&g, f, c);
        *copy = g;
        copy->scale = k;
        read_only(copy, f, c);
    }
    written(&g, &g.scale, &g.rows, c);
    written(copy, &copy->scale, &n, c);
    others(&flags, &letters, &large, &quick, &first);
    nowhere(NULL, 0);
    nowhere((struct grid *)8, 0);
    nowhere(&g, 1);
    variables();
    free(copy);
    return 0;
}
