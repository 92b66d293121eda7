/*
 * What later versions of OpenMP brought, in a region, in a function that it calls, and outside.
 * refused: 15 E0413 `taskwait` cannot be on the device | in a parallel region
 * refused: 23 E0413 `reduction` cannot be on the device
 * refused: 28 E0413 `target` cannot be on the device | its clause `in_reduction`
 * refused: 35 E0413 `target` cannot be on the device | outside of other constructs alone
 */
static void called(int *v)
{
    int i;
    #pragma omp for schedule(monotonic: static) order(concurrent)
    for (i = 0; i < 9; i++)
        v[i] = 0;

    #pragma omp taskwait
}

void f(int n, int *v, int total)
{
    #pragma omp parallel proc_bind(close)
    {
        called(v);
        #pragma omp for reduction(task, +: total)
        for (int i = 0; i < n; i++)
            if (v[i])
                total++;
    }
    #pragma omp target map(v[0:n]) in_reduction(+: total)
    {
        #pragma omp parallel for
        for (int i = 0; i < n; i++)
            v[i] = 0;
    }
    #pragma omp parallel
    #pragma omp target
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        v[i] = 0;
}
