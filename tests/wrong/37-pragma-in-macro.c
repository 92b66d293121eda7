#define LOOP _Pragma("omp paralel for")
void f(int n, int *a)
{
    LOOP
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
