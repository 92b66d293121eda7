/*
 * Static variables declared in a region, or in a function that regions call
 * (8.2.5).
 * refused: 10 E0401 `static` variable `last` is not translated | left it out
 * refused: 19 E0401 `static` variable `calls` is not translated | left it out
 */
#pragma gpump accessible
int next(void)
{
    static int last;

    return ++last;
}

void f(int *v)
{
    #pragma omp parallel
    {
        static int calls = 0;
        calls++;
        v[0] = calls + next();
    }
}
