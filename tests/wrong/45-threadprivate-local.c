void f(int n, int *a)
{
    int t = 0;
    #pragma omp threadprivate(t)
    a[0] = t;
}
