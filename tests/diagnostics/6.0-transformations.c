//- 6.0, 11.4: interchange has two loops
//- E0358
void f(int n, int *v)
{
    #pragma omp interchange
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp interchange
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}
//- 6.0, 11.4: the loops of interchange do not depend on one another
//- E0358
void f(int n, int *v)
{
    #pragma omp interchange
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            v[i * n + j] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp interchange
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            v[i * n + j] = 0;
}
//- 6.0, 11.4.1: permutation has each loop once
//- E0318
void f(int n, int *v)
{
    #pragma omp interchange permutation(2, 2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp interchange permutation(2, 3, 1)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                v[i * n + j] += k;
}
//- 6.0, 11.5: what is reversed is one loop
//- E0358
void f(int n, int *v)
{
    #pragma omp for collapse(2)
    #pragma omp reverse
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp for
    #pragma omp reverse
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i * n + j] = 0;
}
//- 6.0, 11.5: the loop of reverse is canonical
//- E0307
void f(int n, int *v)
{
    #pragma omp reverse
    for (int i = 1; i < n; i *= 2)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp reverse
    for (int i = 1; i < n; i += 2)
        v[i] = 0;
}
//- 6.0, 11.6: the loops that split makes follow one another
//- E0358
void f(int n, int *v)
{
    #pragma omp for
    #pragma omp split counts(2, omp_fill)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp split counts(2, omp_fill)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- 6.0, 11.6.1: what is left goes to one of the loops that split makes
//- E0318
void f(int n, int *v)
{
    #pragma omp split counts(omp_fill, 2, omp_fill)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp split counts(1, omp_fill, 2)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- 6.0, 11.7: the sizes of stripes are positive
//- E0318
void f(int n, int *v)
{
    #pragma omp stripe sizes(0)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp stripe sizes(1)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- 6.0, 11.7: stripe has as many loops as sizes
//- E0358
void f(int n, int *v)
{
    #pragma omp stripe sizes(2, 2)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- allowed
void f(int n, int *v)
{
    #pragma omp stripe sizes(2)
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
//- 6.0, 11.3: a block that fuse is for has loops alone
//- E0358
void f(int n, int *v)
{
    #pragma omp fuse
    {
        for (int i = 0; i < n; i++)
            v[i] = 0;
        v[0] = 1;
        for (int i = 0; i < n; i++)
            v[i]++;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp fuse
    {
        for (int i = 0; i < n; i++)
            v[i] = 0;
        for (int i = 0; i < n; i++)
            v[i]++;
    }
}
//- 6.0, 11.3: the loops of fuse do not depend on one another
//- E0358
void f(int n, int *v)
{
    int i, j;
    #pragma omp fuse
    {
        for (i = 0; i < n; i++)
            v[i] = 0;
        for (j = 0; j < i; j++)
            v[j]++;
    }
}
//- allowed
void f(int n, int *v)
{
    int i;
    #pragma omp fuse
    {
        for (i = 0; i < n; i++)
            v[i] = 0;
        for (i = 1; i < n; i++)
            v[i]++;
    }
}
//- 6.0, 6.4.7: looprange names some of the loops
//- E0318
void f(int n, int *v)
{
    #pragma omp fuse looprange(2, 2)
    {
        for (int i = 0; i < n; i++)
            v[i] = 0;
        for (int i = 0; i < n; i++)
            v[i]++;
    }
}
//- allowed
void f(int n, int *v)
{
    #pragma omp fuse looprange(1, 2)
    {
        for (int i = 0; i < n; i++)
            v[i] = 0;
        for (int i = 0; i < n; i++)
            v[i]++;
    }
}
//- 6.0, 11.3: with looprange, other loops may stand beside the one that is made
//- E0358
void f(int n, int *v)
{
    #pragma omp for
    #pragma omp fuse looprange(1, 2)
    {
        for (int i = 0; i < n; i++)
            v[i] = 0;
        for (int i = 0; i < n; i++)
            v[i]++;
    }
}
//- allowed, though gcc 12 does not read it
void f(int n, int *v)
{
    #pragma omp for
    #pragma omp fuse
    {
        for (int i = 0; i < n; i++)
            v[i] = 0;
        for (int i = 0; i < n; i++)
            v[i]++;
    }
}
