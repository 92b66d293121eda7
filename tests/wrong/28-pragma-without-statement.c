void f(int n, int *a)
{
    if (n)
        a[0] = 1;
    #pragma omp parallel
}
