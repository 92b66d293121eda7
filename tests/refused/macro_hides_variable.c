/*
 * A macro whose text names a variable that the region uses.
 * refused: 15 E0408 the macro `HERE` hides the variable `v`
 * refused: 16 E0408 the macro `ROW` hides the variable `v`
 */
#define HERE v[i]
#define ROW(k) (v + (k) * width)

void f(int *v, int width)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < 4; i++) {
        HERE = i;
        *ROW(i) = 1;
    }
}
