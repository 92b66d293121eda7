/*
 * Clauses that are OpenMP's, on directives that do not take them.
 * refused: 9 E0312 `nowait` is no clause of `parallel for`
 */
void f(int n, int *v)
{
    int i;

    #pragma omp parallel for nowait
    for (i = 0; i < n; i++)
        v[i] = 0;
}
