/*
 * Characters that are none of C.
 * refused: 9 E0104 a character that does not belong in C
 * refused: 10 E0104 a character that does not belong in C
 */
void f(int *v)
{
    #pragma omp parallel
    v[0] = @;
    v[1] = 3 ` 4;
}
