void f(int n, int *a)
{
    #pragma omp parallel num_threads(-1)
    a[0] = n;
}
