void f(int n, int *a)
{
    int s = 0
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = s;
}
