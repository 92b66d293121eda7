/*
 * What is younger than the thesis, and the cuda dialect has.
 * refused: 13 E0401 `collapse` is not translated
 * refused: 17 E0401 `simd` is not translated
 * refused: 20 E0401 `simd` is not translated
 * refused: 25 E0401 `simd` is not translated
 */
void f(int n, int *v, int *w)
{
    int i, j;

    #pragma gpump accessible(v, w)
    #pragma omp parallel for collapse(2)
    for (i = 0; i < 10; i++)
        for (j = 0; j < 10; j++)
            n > i;
    #pragma omp parallel for simd
    for (i = 0; i < n; i++)
        ;
    #pragma omp simd
    for (i = 0; i < n; i++)
        v[i] = 0;
    #pragma omp parallel
    {
        #pragma omp for simd
        for (i = 0; i < n; i++)
            ;
    }
}
