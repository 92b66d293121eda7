/*
 * A directive in the operator of C99, which gpump does not read: it must not be
 * dropped in silence.
 * refused: 10 E0409 a directive in `_Pragma` is not translated
 */
void f(int n, int *v)
{
    int i;

    _Pragma("omp parallel for")
    for (i = 0; i < n; i++)
        v[i] = 0;
}
