void f(int n, int *a)
{
    struct point { int x; } p = { n };
    #pragma omp parallel
    a[0] = p.y;
}
