/*
 * A string that does not end, and a character that is none of C.
 * refused: 9 E0105 a quotation mark without its partner
 * refused: 10 E0104 a character that does not belong in C
 */
void f(char *v)
{
    #pragma omp parallel
    v[0] = "abc[1];
    v[1] = @;
}
