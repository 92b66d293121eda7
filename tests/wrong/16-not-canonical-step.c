void f(int n, int *a)
{
    #pragma omp parallel for
    for (int i = 1; i < n; i *= 2)
        a[i] = 0;
}
