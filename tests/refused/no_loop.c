/*
 * A loop construct in front of something that is no `for` loop.
 * refused: 12 E0308 `parallel for` wants a `for` loop
 * refused: 17 E0308 `parallel for` wants a `for` loop
 * refused: 22 E0308 `for` wants a `for` loop
 */
void f(int n, int *v)
{
    int i = 0;

    #pragma omp parallel for
    {
        for (i = 0; i < n; i++)
            v[i] = 0;
    }
    #pragma omp parallel for
    while (i < n)
        v[i++] = 0;
    #pragma omp parallel
    {
        #pragma omp for
        v[0] = 0;
    }
}
