/*
 * The list of memory is kept on the host (6.2).
 * refused: 10 E0402 `gpump_malloc` cannot be called in a parallel region
 * refused: 11 E0402 `gpump_free` cannot be called in a parallel region
 */
void f(int **v)
{
    #pragma omp parallel
    {
        v[0] = gpump_malloc(4);
        gpump_free(v[1]);
    }
}
