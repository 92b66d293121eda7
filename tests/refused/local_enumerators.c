/*
 * Enumeration constants declared in a function are out of the kernel's sight.
 * refused: 12 E0405 `N` cannot be reached on the device
 * refused: 13 E0405 `HALF` cannot be reached on the device
 */
void f(int *v)
{
    enum { N = 12, HALF = N / 2 };
    int i;

    #pragma omp parallel for
    for (i = 0; i < N; i++)
        v[i] = i < HALF ? HALF : N - i;
}
