void f(int n, int *a)
{
    #pragma omp parallel fro
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
