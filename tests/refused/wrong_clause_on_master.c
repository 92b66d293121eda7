/*
 * `master` has no clauses.
 * refused: 9 E0312 `nowait` is no clause of `master`
 */
void f(int *v)
{
    #pragma omp parallel
    {
        #pragma omp master nowait
        v[0] = 0;
    }
}
