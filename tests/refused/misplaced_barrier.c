/*
 * A barrier where not all threads come, or where it is no statement of a block
 * (OpenMP 2.5, 2.7.3 and 2.9; thesis, 8.2.4).
 * refused: 17 E0301 `barrier` inside `master`
 * refused: 22 E0301 `barrier` inside `for`
 * refused: 27 E0301 `barrier` inside `parallel for`
 */
void f(int n, int *v)
{
    int i;

    #pragma omp parallel
    {
        #pragma omp master
        {
            v[0] = 1;
            #pragma omp barrier
        }
        #pragma omp for
        for (i = 0; i < n; i++) {
            v[i] = 0;
            #pragma omp barrier
        }
    }
    #pragma omp parallel for
    for (i = 0; i < n; i++) {
        #pragma omp barrier
        v[i] = 0;
    }
}
