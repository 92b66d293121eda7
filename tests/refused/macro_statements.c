/*
 * Macros that are the heads of statements: macros are not expanded, so this is
 * no statement.
 * refused: 15 E0101 syntax error at `v`
 */
#define FOR_ALL(j, n) for (j = 0; j < (n); j++)

void f(int *v)
{
    int i;

    #pragma omp parallel private(i)
    {
        FOR_ALL(i, 5)
            v[i] = i;
    }
}
