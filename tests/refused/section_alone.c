/*
 * `section` outside of `sections`.
 * refused: 9 E0314 `section` outside of `sections`
 */
void f(int *v)
{
    #pragma omp parallel
    {
        #pragma omp section
        v[0] = 1;
    }
}
