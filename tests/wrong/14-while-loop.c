void f(int n, int *a)
{
    int i = 0;
    #pragma omp parallel for
    while (i < n)
        a[i++] = 0;
}
