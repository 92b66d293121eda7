/*
 * `master` has no clauses.
 * refused: 9 E0101 `nowait` does not fit into the directive
 */
void f(int *v)
{
    #pragma omp parallel
    {
        #pragma omp master nowait
        v[0] = 0;
    }
}
