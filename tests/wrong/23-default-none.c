void f(int n, int *a)
{
    int s = 0;
    #pragma omp parallel for default(none) shared(a) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
}
