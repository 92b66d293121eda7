void f(int n, int *a)
{
    #pragma omp parallel for num_threads(THREADS)
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
