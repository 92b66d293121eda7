/*
 * A variable in two data-sharing clauses, or twice in one (OpenMP 2.5, 2.8.3).
 * refused: 11 E0302 `x` is listed twice
 * refused: 14 E0302 `y` is listed twice
 * refused: 14 E0302 `z` is listed twice
 */
void f(int n, int *v)
{
    int i, x = 0, y = 0, z = 0;

    #pragma omp parallel for private(x) firstprivate(x)
    for (i = 0; i < n; i++)
        x = i;
    #pragma omp parallel shared(y) private(n, y) reduction(+: z, z)
    {
        y = 1;
    }
}
