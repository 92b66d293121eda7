/*
 * Names that nothing declares, in a region and in clauses.
 * refused: 8 E0201 `nobody` is not declared
 * refused: 10 E0201 `somebody` is not declared
 */
void f(int *v)
{
    #pragma omp parallel private(nobody) shared(v)
    {
        v[0] = somebody;
    }
}
