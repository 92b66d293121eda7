void f(int n, int *a)
{
    #pragma omp parallel for schedule(dinamic, 4)
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
