/*
 * A construct without its statement.
 * refused: 8 E0101 `parallel` without a statement
 */
void f(int *v)
{
    v[0] = 1;
    #pragma omp parallel
}
