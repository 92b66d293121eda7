/*
 * A string that does not end.
 * refused: 8 E0105 a quotation mark without its partner
 */
void f(char *v)
{
    #pragma omp parallel
    v[0] = "abc[1];
}
