void f(int n, int *a)
{
    #pragma omp parallel
    a[omp_get_thread_num()] = n;
}
