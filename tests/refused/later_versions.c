/*
 * What later versions of OpenMP brought.
 * refused: 12 E0401 `proc_bind` is not translated
 * refused: 16 E0401 `loop` is not translated
 * refused: 21 E0401 `task` is not translated
 * refused: 24 E0401 `target` is not translated
 */
void f(int n, int *v)
{
    int i, j;

    #pragma omp parallel for proc_bind(close)
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            v[i] = 0;
    #pragma omp loop bind(parallel)
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
