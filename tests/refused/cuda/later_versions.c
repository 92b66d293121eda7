/*
 * What later versions of OpenMP brought, in a region, in a function that it calls, and outside.
 * refused: 14 E0413 `compare` cannot be on the device
 * refused: 16 E0413 `taskwait` cannot be on the device | in a parallel region
 * refused: 26 E0413 a loop that counts by the pointer `p` is not on the device
 * refused: 29 E0413 `target` cannot be on the device
 */
static void called(int *v)
{
    int i;
    #pragma omp for schedule(monotonic: static) order(concurrent)
    for (i = 0; i < 9; i++)
        v[i] = 0;
    #pragma omp atomic compare
    v[0] = v[0] == 1 ? 2 : v[0];
    #pragma omp taskwait
}

void f(int n, int *v)
{
    int *p;
    #pragma omp parallel proc_bind(close)
    {
        called(v);
        #pragma omp for
        for (p = v; p < v + n; p++)
            *p = 0;
    }
    #pragma omp target map(v[0:n])
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            v[i] = 0;
    }
}
