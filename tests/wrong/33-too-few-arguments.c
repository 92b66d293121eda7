int g(int x, int y);
void f(int n, int *a)
{
    #pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = g(i);
}
