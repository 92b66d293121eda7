/*
 * A directive that a macro's text holds.
 * refused: 5 E0409 a directive in a macro is not translated
 */
#define PARALLEL _Pragma("omp parallel for")

void f(int n, int *v)
{
    int i;

    PARALLEL
    for (i = 0; i < n; i++)
        v[i] = 0;
}
