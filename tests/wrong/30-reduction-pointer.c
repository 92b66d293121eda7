void f(int n, int *a)
{
    #pragma omp parallel reduction(+ : a)
    a++;
}
