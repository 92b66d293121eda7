/*
 * An array or a pointer is no reduction variable (OpenMP 2.5, 2.8.3.6).
 * refused: 10 E0401 `reduction` is not translated | left it out
 * refused: 13 E0401 `reduction` is not translated | left it out
 */
void f(int n, int *p)
{
    int i, a[4] = { 0 };

    #pragma omp parallel for reduction(+: a)
    for (i = 0; i < n; i++)
        a[0] += i;
    #pragma omp parallel for reduction(+: p)
    for (i = 0; i < n; i++)
        p += i;
}
