/*
 * An array whose size nobody here knows.
 * refused: 10 E0403 `table` cannot be used in a parallel region
 */
extern int table[];

void f(int *v)
{
    #pragma omp parallel
    v[0] = table[1];
}
