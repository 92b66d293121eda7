void f(int n, int *a)
{
    #pragma omp parallel
    {
        a[0] = n;

}
