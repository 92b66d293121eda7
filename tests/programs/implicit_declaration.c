/*
 * Functions that are called before anything declares them, as C90 allows.
 */
#include <stdio.h>

int main(void)
{
    int v[5], i;
    #pragma gpump accessible(v)

    fill(v, 5);
    #pragma omp parallel for
    for (i = 0; i < 5; i++)
        v[i] += 1;
    printf("%d %d\n", v[4], twice(v[3]));
    return 0;
}

int fill(int *v, int n)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < n; i++)
        v[i] = 10 * i;
    return 0;
}

twice(x)
{
    return 2 * x;
}
