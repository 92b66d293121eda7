/*
 * Constructs nested as OpenMP 2.5 forbids it (2.9).
 * refused: 15 E0301 `for` inside `for`
 * refused: 18 E0301 `master` inside `for`
 * refused: 23 E0301 `for` inside `master`
 */
void f(int n, int *v)
{
    int i, j;

    #pragma omp parallel private(j)
    {
        #pragma omp for
        for (i = 0; i < n; i++) {
            #pragma omp for
            for (j = 0; j < n; j++)
                v[j] = i;
            #pragma omp master
            v[i] = 0;
        }
        #pragma omp master
        {
            #pragma omp for
            for (i = 0; i < n; i++)
                v[i] = 0;
        }
    }
}
