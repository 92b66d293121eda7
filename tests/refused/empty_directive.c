/*
 * Pragmas without a directive.
 * refused: 8 E0103 a pragma of OpenMP without a directive
 * refused: 10 E0103 a pragma of gpump without a directive
 */
void f(int *v)
{
    #pragma omp
    v[0] = 0;
    #pragma gpump
    v[1] = 0;
}
