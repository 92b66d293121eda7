/*
 * A comment that does not end.
 * refused: 8 E0105 a comment without an end
 */
void f(int *v)
{
    #pragma omp parallel
    v[0] = 1; /* on and on
}
