/*
 * A construct without its statement.
 * refused: 9 E0101 syntax error at `}`
 */
void f(int *v)
{
    v[0] = 1;
    #pragma omp parallel
}
