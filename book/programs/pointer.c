void half(float *a, int n)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i < n; i++)
        a[i] = a[i] / 2.0f;
}
