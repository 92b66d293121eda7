/*
 * A comment that does not end.
 */
void f(int *v)
{
    #pragma omp parallel
    v[0] = 1; /* on and on
}
