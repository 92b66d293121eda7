/*
 * Words that later versions of OpenMP brought.
 * refused: 12 E0102 unknown OpenMP clause `proc_bind`
 * refused: 16 E0102 unknown OpenMP directive `loop`
 * refused: 21 E0102 unknown OpenMP directive `task`
 * refused: 24 E0102 unknown OpenMP directive `target`
 */
void f(int n, int *v)
{
    int i, j;

    #pragma omp parallel for proc_bind(close)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            v[i] = 0;
    #pragma omp loop
    for (i = 0; i < n; i++)
        v[i] = 0;
    #pragma omp parallel
    {
        #pragma omp task
        v[0] = 0;
    }
    #pragma omp target
    v[0] = 1;
}
