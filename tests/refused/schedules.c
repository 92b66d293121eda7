/*
 * Every schedule but `static` (8.2.2).
 * refused: 12 E0401 `schedule(dynamic)` is not translated | left it out
 * refused: 15 E0401 `schedule(guided)` is not translated | left it out
 * refused: 20 E0401 `schedule(runtime)` is not translated | left it out
 * refused: 23 E0401 `schedule(dynamic)` is not translated | left it out
 */
void f(int n, int *v)
{
    int i;

    #pragma omp parallel for schedule(dynamic)
    for (i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel for schedule(guided, 4)
    for (i = 0; i < n; i++)
        v[i] = i;
    #pragma omp parallel
    {
        #pragma omp for schedule(runtime)
        for (i = 0; i < n; i++)
            v[i] = i;
        #pragma omp for schedule(dynamic, 2)
        for (i = 0; i < n; i++)
            v[i] = i;
    }
}
