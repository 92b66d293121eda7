void f(int n, int *a)
{
    #pragma omp parallel
    {
        #pragma omp atomic
        a[0] = n * 2;
    }
}
