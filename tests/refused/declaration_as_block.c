/*
 * A declaration is no statement, and so no structured block.
 * refused: 8 E0101 syntax error at `int`
 */
void f(void)
{
    #pragma omp parallel
    int x = 1;
}
