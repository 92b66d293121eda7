#define CHUNK 4 +
void f(int n, int *a)
{
    #pragma omp parallel for schedule(static, CHUNK)
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
