/*
 * A syntax error, at its place.
 * refused: 9 E0101 `;` is missing in front of `v`
 */
void f(int *v)
{
    #pragma omp parallel
    {
        v[0] = 1
        v[1] = 2;
    }
}
