/*
 * firstprivate and reduction on a loop construct want a variable that is shared
 * in the region (OpenMP 2.5, 2.8.3.4 and 2.8.3.6).
 * refused: 16 E0304 `x` is private where `firstprivate` needs it shared
 * refused: 19 E0304 `s` is private where `reduction` needs it shared
 * refused: 22 E0304 `own` is private where `reduction` needs it shared
 */
void f(int n, int *v)
{
    int i, x = 1, s = 0;

    #pragma omp parallel private(x) firstprivate(s)
    {
        int own = 0;

        #pragma omp for firstprivate(x)
        for (i = 0; i < n; i++)
            v[i] = x;
        #pragma omp for reduction(+: s)
        for (i = 0; i < n; i++)
            s += v[i];
        #pragma omp for reduction(+: own)
        for (i = 0; i < n; i++)
            own += v[i];
    }
}
