void f(int n, int *a)
{
    if (n)
        #pragma omp barrier
    a[0] = 1;
}
