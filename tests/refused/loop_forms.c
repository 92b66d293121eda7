/*
 * Loops that are not canonical (OpenMP 2.5, 2.5.1), each in its own way.
 * refused: 29 E0401 `!=` is not translated
 * refused: 32 E0307 the loop is not in canonical form | `i` must change by `++`, `--`, `+=`, `-=`, `i = i + step` or `i = i - step`
 * refused: 35 E0307 the loop is not in canonical form | the loop variable gets no first value
 * refused: 38 E0307 the loop is not in canonical form | the loop has no bound
 * refused: 41 E0307 the loop is not in canonical form | the loop variable is not changed in the header
 * refused: 44 E0307 the loop is not in canonical form | the loop variable moves away from its bound
 * refused: 47 E0307 the loop is not in canonical form | `i` must change by `++`, `--`, `+=`, `-=`, `i = i + step` or `i = i - step`
 * refused: 50 E0307 the loop is not in canonical form | the loop must go on while `i` is `<`, `<=`, `>`, `>=` or `!=` a bound
 * refused: 53 E0307 the loop is not in canonical form | the first part of the header must be `variable = first value`
 * refused: 56 E0307 the loop is not in canonical form | `i` must change by `++`, `--`, `+=`, `-=`, `i = i + step` or `i = i - step`
 * refused: 59 E0307 the loop is not in canonical form | the loop must go on while `i` is `<`, `<=`, `>`, `>=` or `!=` a bound
 * refused: 62 E0307 the loop is not in canonical form | `i` must change by `++`, `--`, `+=`, `-=`, `i = i + step` or `i = i - step`
 * refused: 65 E0307 the loop is not in canonical form | the first part of the header must be `variable = first value`
 * refused: 68 E0401 a loop that counts by the pointer `p`
 * refused: 71 E0307 the loop variable `x` is neither an integer nor a pointer
 * refused: 74 E0307 the loop is not in canonical form | the loop variable must be a plain integer variable
 * refused: 77 E0307 the loop is not in canonical form | the loop variable moves away from its bound
 * refused: 80 E0307 the loop is not in canonical form | `i` must change by `++`, `--`, `+=`, `-=`, `i = i + step` or `i = i - step`
 * refused: 83 E0307 the loop is not in canonical form | the first part of the header must be `variable = first value`
 */
void f(int n, int *v, int *end, double d)
{
    int i, j, *p;
    double x;

    #pragma omp parallel for
    for (i = 0; i != n; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i *= 2)
        v[i] = 0;
    #pragma omp parallel for
    for (; i < n; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; ; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; )
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i--)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; j++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; j < n; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0, j = 0; i < n; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i++, j++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n && v[i]; i++)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i = 2 - i)
        v[i] = 0;
    #pragma omp parallel for
    for (v[0] = 0; v[0] < n; v[0]++)
        v[1] = 0;
    #pragma omp parallel for
    for (p = v; p < end; p++)
        *p = 0;
    #pragma omp parallel for
    for (x = 0; x < d; x += 0.5)
        v[0] = 0;
    #pragma omp parallel for
    for (float y = 0; y < d; y++)
        v[0] = 0;
    #pragma omp parallel for
    for (i = n; i > 0; ++i)
        v[i] = 0;
    #pragma omp parallel for
    for (i = 0; i < n; i + 1)
        v[i] = 0;
    #pragma omp parallel for
    for (int k = 0, m = 0; k < n; k++)
        v[k] = m;
}
