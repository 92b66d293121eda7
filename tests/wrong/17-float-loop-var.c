void f(int n, int *a)
{
    #pragma omp parallel for
    for (float x = 0; x < n; x++)
        a[(int)x] = 0;
}
