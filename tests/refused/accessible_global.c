/*
 * `accessible` for global data, outside of functions (6.1, 8.5.1).
 * refused: 6 E0401 `accessible` for global data is not translated | left it out
 */
float table[100];
#pragma gpump accessible(table)

void f(float *p)
{
    #pragma omp parallel
    p[0] = 1;
}
