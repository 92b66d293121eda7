/*
 * Clauses that may stand once.
 * refused: 12 E0306 `num_threads` is given twice
 * refused: 12 E0306 `schedule` is given twice
 * refused: 15 E0306 `default` is given twice
 * refused: 17 E0306 `nowait` is given twice
 */
void f(int n, int *v)
{
    int i;

    #pragma omp parallel for num_threads(2) schedule(static) num_threads(3) schedule(static, 1)
    for (i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel default(none) shared(n, v) default(shared)
    {
        #pragma omp for nowait nowait
        for (i = 0; i < n; i++)
            v[i] = i;
    }
}
