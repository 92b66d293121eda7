/*
 * num_threads belongs to `parallel`.
 * refused: 11 E0312 `num_threads` is no clause of `for`
 */
void f(int n, int *v)
{
    int i;

    #pragma omp parallel
    {
        #pragma omp for num_threads(4)
        for (i = 0; i < n; i++)
            v[i] = 0;
    }
}
