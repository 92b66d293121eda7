/*
 * Loops that are not canonical (OpenMP 2.5, 2.5.1), each in its own way.
 */
void f(int n, int *v, int *end, double d)
{
    int i, j, *p;
    double x;

    #pragma omp parallel for
    for (i = 0; i != n; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i *= 2)
        v[i] = 0;
    #pragma omp parallel for
    for (; i < n; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; ; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; )
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i--)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; j++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; j < n; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0, j = 0; i < n; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i++, j++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n && v[i]; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i = 2 - i)
        v[i] = 0;
    #pragma omp parallel for
    for (v[0] = 0; v[0] < n; v[0]++)
        v[1] = 0;
    #pragma omp parallel for
    for (p = v; p < end; p++)
        *p = 0;
    #pragma omp parallel for
    for (x = 0; x < d; x += 0.5)
        v[0] = 0;
    #pragma omp parallel for
    for (float y = 0; y < d; y++)
        v[0] = 0;
    #pragma omp parallel for
    for (i = n; i > 0; ++i)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i + 1)
        v[i] = 0;
    #pragma omp parallel for
    for (int k = 0, m = 0; k < n; k++)
        v[k] = m;
}
