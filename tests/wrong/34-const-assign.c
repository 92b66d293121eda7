void f(int n, int *a)
{
    const int k = n;
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        k = i;
}
