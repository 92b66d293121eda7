void f(int n, int *a)
{
    #pragma omp paralel for
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
