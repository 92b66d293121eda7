/*
 * A syntax error, at its place.
 * refused: 10 E0101 syntax error at `v`
 */
void f(int *v)
{
    #pragma omp parallel
    {
        v[0] = 1
        v[1] = 2;
    }
}
