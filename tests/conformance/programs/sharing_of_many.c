/*
 * Regions that see many variables (2.8.3): more than 128 bytes of pointers and numbers, in loops that are shared out together, with
 * objects of the region's own that begin with one of them. So do objects of functions with parameters of that size.
 *
 * cross: firstprivate(shift) => private(shift)
 */
#include "check.h"

#define ROWS 60
#define COLUMNS 40

struct range {
    int first;
    unsigned long long step, count;
};

struct model {
    int first;
    double weights[30];
    int count;
};

static double w[10][ROWS][COLUMNS], v[ROWS][COLUMNS];

static unsigned long long sum_of(const struct range *range)
{
    unsigned long long sum = 0;
    for (unsigned long long i = 0; i < range->count; i++)
        sum += range->first + i * range->step;
    return sum;
}

static unsigned long long of_model(struct model model, int i, int depth)
{
    struct range range = {model.first, (unsigned long long)i, (unsigned long long)model.count}, copy = range;
    if (depth > 0) {
        model.count++;
        return of_model(model, i, depth - 1);
    }
    return sum_of(&copy) + (unsigned long long)model.weights[i];
}

static unsigned long long of_constant(const struct model model, const int i, const int depth)
{
    const struct range range = {model.first, (unsigned long long)i, (unsigned long long)model.count};
    struct range copy;
    copy = range;
    const struct model *const same = &model;
    return depth > 0 ? of_constant(model, i, depth - 1) : sum_of(&copy) + (unsigned long long)same->weights[i];
}

static unsigned long long of_older(model, i, depth)
    struct model model;
    int i, depth;
{
    struct range range = {model.first, (unsigned long long)i, (unsigned long long)model.count};
    struct range copy = range;
    return depth > 0 ? of_older(model, i, depth - 1) : sum_of(&copy);
}

static void nest(int ya, int yb, int xa, int xb, int m, double *a, double *b, double *c, double *d, double *e, double *f, double *g,
                 double *h, double *o, double *t, double p, double q, double r, double s, double *z)
{
    int j, k;
#pragma omp parallel for private(j)
    for (k = ya; k <= yb; k++)
        for (j = xa; j <= xb; j++) {
            int n = k * m + j;
            z[n] = a[n] + b[n] * p + c[n] * q + d[n] * r + e[n] * s + f[n] + g[n] + h[n] + o[n] + t[n];
        }
}

static double least(int ya, int yb, int xa, int xb, int m, double *a, double *b, double *c, double *d, double *e, double *f, double *g,
                    double *h, double *o, double *t, double p, double q, double r, double s, double *z)
{
    int j, k;
    double found = 1e30;
#pragma omp parallel
    {
#pragma omp for private(j)
        for (k = ya; k <= yb; k++)
            for (j = xa; j <= xb; j++) {
                int n = k * m + j;
                z[n] = a[n] + b[n] * p + c[n] * q + d[n] * r + e[n] * s + f[n] + g[n] + h[n] + o[n] + t[n];
            }
#pragma omp for private(j) reduction(min : found)
        for (k = ya; k <= yb; k++)
            for (j = xa; j <= xb; j++)
                if (z[k * m + j] < found)
                    found = z[k * m + j];
    }
    return found;
}

static unsigned long long own(int first, int last, int m, int n, int shift, double *a, double *b, double *c, double *d, double *e,
                              double *f, double *g, double *h, double *o, double *t, double p, double q, double r, double s,
                              unsigned long long *sums)
{
#pragma omp parallel for firstprivate(shift)
    for (int i = 0; i < n; i++) {
        struct range range = {first, (unsigned long long)i, (unsigned long long)(last - first)};
        struct range copy = range;
        const int at = i * m;
        sums[i] = sum_of(&copy) + (unsigned long long)(a[at] + b[at] + c[at] + d[at] + e[at] + f[at] + g[at] + h[at] + o[at] + t[at]) +
                  (unsigned long long)(p + q + r + s) + (unsigned long long)shift;
    }
    return sums[n - 1];
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        for (int k = 0; k < ROWS; k++)
            for (int j = 0; j < COLUMNS; j++)
                w[i][k][j] = i + k + j;
    nest(1, 16, 1, 24, COLUMNS, w[0][0], w[1][0], w[2][0], w[3][0], w[4][0], w[5][0], w[6][0], w[7][0], w[8][0], w[9][0], 1, 2, 3, 4, v[0]);
    CHECK(v[16][24] == 705 && v[1][1] == 97 && v[17][3] == 0 && v[1][0] == 0 && v[1][25] == 0);

    v[16][24] = v[1][1] = 0;
    double found = least(1, 16, 1, 24, COLUMNS, w[0][0], w[1][0], w[2][0], w[3][0], w[4][0], w[5][0], w[6][0], w[7][0], w[8][0],
                         w[9][0], 1, 2, 3, 4, v[0]);
    CHECK(found == 97 && v[16][24] == 705 && v[17][3] == 0);

    unsigned long long sums[32];
    CHECK(own(3, 9, COLUMNS, 32, 7, w[0][0], w[1][0], w[2][0], w[3][0], w[4][0], w[5][0], w[6][0], w[7][0], w[8][0], w[9][0], 1, 2, 3,
              4, sums) == 18 + 15 * 31 + 355 + 10 + 7);
    CHECK(sums[0] == 18 + 45 + 10 + 7);

    struct model model = {3, {0}, 5};
    for (int i = 0; i < 30; i++)
        model.weights[i] = 100 * i;
    unsigned long long models[3][30];
#pragma omp parallel for
    for (int i = 0; i < 30; i++) {
        models[0][i] = of_model(model, i, i % 3);
        models[1][i] = of_constant(model, i, i % 3);
        models[2][i] = of_older(model, i, i % 3);
    }
    for (unsigned long long i = 0; i < 30; i++) {
        unsigned long long count = 5 + i % 3, sum = 3 * count + i * (count * (count - 1) / 2);
        CHECK(models[0][i] == sum + 100 * i);
        CHECK(models[1][i] == 15 + 110 * i);
        CHECK(models[2][i] == 15 + 10 * i);
    }
    return check_result("sharing of many");
}
