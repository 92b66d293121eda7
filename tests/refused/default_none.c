/*
 * default(none) wants every variable listed (OpenMP 2.5, 2.8.3.1).
 * refused: 14 E0303 `n` is in no data-sharing clause, and `default(none)` wants it in one
 * refused: 15 E0303 `k` is in no data-sharing clause, and `default(none)` wants it in one
 * refused: 20 E0303 `global` is in no data-sharing clause, and `default(none)` wants it in one
 */
int global;

void f(int n, int *v)
{
    int i, k = 2;

    #pragma omp parallel for default(none) shared(v)
    for (i = 0; i < n; i++)
        v[i] = k + i;
    #pragma omp parallel default(none) firstprivate(k, v)
    {
        int t = k;
        v[0] = t;
        global++;
    }
}
