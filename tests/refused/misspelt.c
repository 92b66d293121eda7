/*
 * Directives and clauses that are misspelt: what was probably meant.
 * refused: 14 E0102 unknown OpenMP directive `paralel`
 * refused: 17 E0102 unknown OpenMP clause `shedule`
 * refused: 20 E0102 unknown OpenMP clause `redution`
 * refused: 25 E0102 unknown OpenMP directive `mastr`
 * refused: 27 E0102 unknown OpenMP directive `barier`
 * refused: 29 E0102 unknown gpump directive `acessible`
 */
void f(int n, int *v)
{
    int i, s = 0;

    #pragma omp paralel for
    for (i = 0; i < n; i++)
        v[i] = 0;
    #pragma omp parallel for shedule(static)
    for (i = 0; i < n; i++)
        v[i] = 0;
    #pragma omp parallel for redution(+: s)
    for (i = 0; i < n; i++)
        s += v[i];
    #pragma omp parallel
    {
        #pragma omp mastr
        v[0] = 0;
        #pragma omp barier
    }
    #pragma gpump acessible(v)
}
