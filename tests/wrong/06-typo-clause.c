void f(int n, int *a)
{
    #pragma omp parallel for shedule(static)
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
