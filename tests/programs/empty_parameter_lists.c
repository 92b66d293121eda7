/*
 * Declarations that say nothing about the parameters.
 */
#include <stdio.h>

int helper();
static double mean();

int main()
{
    int v[3], i;

    #pragma omp parallel for
    for (i = 0; i < 3; i++)
        v[i] = helper(i, 2);
    printf("%d %g\n", v[2], mean(v, 3));
    return 0;
}

#pragma gpump accessible
int helper(int a, int b)
{
    return a * b;
}

static double mean(int *v, int n)
{
    double s = 0;
    int i;

    for (i = 0; i < n; i++)
        s += v[i];
    return s / n;
}
