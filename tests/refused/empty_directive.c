/*
 * Pragmas without a directive.
 */
void f(int *v)
{
    #pragma omp
    v[0] = 0;
    #pragma gpump
    v[1] = 0;
}
