/*
 * Sums that are no integers (8.2.5): CUDA's atomic addition had none.
 * refused: 12 E0401 `reduction` is not translated | left it out
 * refused: 17 E0401 `reduction` is not translated | left it out
 */
void f(int n, float *v)
{
    int i;
    float sum = 0;
    double wide = 0;

    #pragma omp parallel for reduction(+: sum)
    for (i = 0; i < n; i++)
        sum += v[i];
    #pragma omp parallel
    {
        #pragma omp for reduction(+: wide)
        for (i = 0; i < n; i++)
            wide += v[i];
    }
}
