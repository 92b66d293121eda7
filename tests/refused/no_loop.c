/*
 * A loop construct in front of something that is no `for` loop.
 * refused: 10 E0101 syntax error at `{`
 */
void f(int n, int *v)
{
    int i = 0;

    #pragma omp parallel for
    {
        for (i = 0; i < n; i++)
            v[i] = 0;
    }
    #pragma omp parallel for
    while (i < n)
        v[i++] = 0;
    #pragma omp parallel
    {
        #pragma omp for
        v[0] = 0;
    }
}
