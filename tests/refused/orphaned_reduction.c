/*
 * A reduction in a loop construct of an accessible function: its variable is
 * each thread's own, and nothing there is shared (OpenMP 2.5, 2.8.3.6).
 * refused: 11 E0304 `s` is private where `reduction` needs it shared
 */
#pragma gpump accessible
int sum(const int *v, int n)
{
    int i, s = 0;

    #pragma omp for reduction(+: s)
    for (i = 0; i < n; i++)
        s += v[i];
    return s;
}

void f(int *v, int *out)
{
    #pragma omp parallel
    out[0] = sum(v, 10);
}
