/*
 * Definitions in the old style, functions without a type, empty parameter
 * lists, calls without a prototype.
 * threads: 2
 */
#include <stdio.h>

static sum_of();

scale(v, n, by)
double *v;
double by;
{
    register int i;

    #pragma omp parallel for
    for (i = 0; i < n; i++)
        v[i] *= by;
    return n;
}

static sum_of(v, n)
    int v[], n;
{
    int i, s = 0;

    #pragma omp parallel for reduction(+:s)
    for (i = 0; i < n; i++)
        s += v[i];
    return s;
}

main()
{
    double d[4];
    int v[5], i;
    #pragma gpump accessible(d, v)

    for (i = 0; i < 5; i++)
        v[i] = i * i;
    for (i = 0; i < 4; i++)
        d[i] = i;
    i = scale(d, 4, 2.5);
    printf("%d %g %d\n", i, d[3], sum_of(v, 5));
    return 0;
}
