/*
 * `void *` becomes any other pointer by itself in C: initialised, assigned and
 * returned.
 * threads: 3
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill(double *v, int n)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < n; i++)
        v[i] = i + 0.5;
}

static void *get(size_t n)
{
    void *memory = gpump_malloc(n);

    return memory;
}

static double *numbers(int n)
{
    return get(n * sizeof(double));
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return *x < *y ? 1 : *x > *y ? -1 : 0;
}

int main(void)
{
    void *raw = get(4 * sizeof(double));
    double *d = numbers(6), *e, sorted[6];

    fill((double *)raw, 4);
    fill(d, 6);
    e = raw;
    memcpy(sorted, d, sizeof sorted);
    qsort(sorted, 6, sizeof sorted[0], compare);
    printf("%g %g %g\n", e[3], d[5], sorted[0]);
    return 0;
}
