void f(int n, int *a)
{
    #pragma omp parallel
    {
        #pragma omp for
        for (int i = 0; i < n; i++) {
            #pragma omp single
            a[i] = 0;
        }
    }
}
