/*
 * `section` outside of `sections`.
 * refused: 9 E0101 `section` does not fit into the directive
 */
void f(int *v)
{
    #pragma omp parallel
    {
        #pragma omp section
        v[0] = 1;
    }
}
