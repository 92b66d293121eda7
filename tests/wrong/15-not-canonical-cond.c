void f(int n, int *a)
{
    #pragma omp parallel for
    for (int i = 0; a[i] < n; i++)
        a[i] = 0;
}
