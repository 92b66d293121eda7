void f(int n, int *a)
{
    int t;
    #pragma omp parallel private(t) shared(t)
    t = n;
}
