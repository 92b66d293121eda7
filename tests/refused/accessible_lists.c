/*
 * `accessible` lists variables, in front of regions (6.1).
 * refused: 14 E0201 `nobody` is not declared
 * refused: 15 E0407 `a` is a parameter, and no array
 * refused: 16 E0305 `g` is not a variable
 * refused: 16 E0305 `E` is not a variable
 * refused: 20 E0310 `accessible` inside a parallel region
 */
void g(void);

void f(int n, float a[10])
{
    enum { E };
    #pragma gpump accessible(n, nobody)
    #pragma gpump accessible(a)
    #pragma gpump accessible(g, E)
    #pragma omp parallel
    {
        float b[4];
        #pragma gpump accessible(b)
        b[0] = a[0];
    }
}
