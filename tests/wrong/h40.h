static void g(int n, int *a)
{
    #pragma omp parallel private(m)
    a[0] = n;
}
