/*
 * A barrier as the sole statement of an `if` (OpenMP 2.5, A.20; thesis, 7.1.3).
 * refused: 10 E0313 `barrier` as the only statement
 */
void f(int n)
{
    #pragma omp parallel
    {
        if (n > 0)
            #pragma omp barrier
        n++;
    }
}
