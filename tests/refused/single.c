/*
 * `single` (8.2.2).
 * refused: 10 E0401 `single` is not translated | left it out
 * refused: 12 E0401 `single` is not translated | left it out
 */
void f(int *x)
{
    #pragma omp parallel
    {
        #pragma omp single
        *x = 1;
        #pragma omp single nowait
        {
            *x = 2;
        }
    }
}
