/*
 * A pointer is no reduction variable (OpenMP 2.5, 2.8.3.6).
 * refused: 14 E0324 `p` cannot be reduced with `+`
 * refused: 11 E0401 `reduction` is not translated
 * refused: 14 E0401 `reduction` is not translated
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
