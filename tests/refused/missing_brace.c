/*
 * A brace that is never closed.
 * refused: 10 E0101 the file ends too early
 */
void f(int *v)
{
    #pragma omp parallel
    {
        v[0] = 1;
}
