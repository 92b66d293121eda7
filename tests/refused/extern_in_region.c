/*
 * A declaration with `extern` in a region, or in a function that regions call,
 * names a variable of static storage (8.2.5).
 * refused: 12 E0401 `extern` variable `x` is not translated | left it out
 * refused: 20 E0401 `extern` variable `x` is not translated | left it out
 */
int x;

#pragma gpump accessible
int get(void)
{
    extern int x;
    return x;
}

void f(int *v)
{
    #pragma omp parallel
    {
        extern int x;
        v[0] = x;
    }
}
