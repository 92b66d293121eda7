/*
 * Parallel constructs inside parallel constructs, and in functions that regions
 * call (8.3.1).
 * refused: 10 E0401 `parallel` in an accessible function is not translated | left it out
 * refused: 21 E0401 `parallel for` is not translated | left it out
 */
#pragma gpump accessible
void inner(int *v)
{
    #pragma omp parallel
    v[0]++;
}

void f(int *v)
{
    int i;

    #pragma omp parallel
    {
        inner(v);
        #pragma omp parallel for
        for (i = 0; i < 3; i++)
            v[i] = i;
    }
}
