/*
 * `lastprivate`, alone and with `firstprivate` (8.2.5).
 * refused: 10 E0401 `lastprivate` is not translated | left it out
 * refused: 10 E0401 `lastprivate` is not translated | left it out
 */
void f(int n)
{
    int i, x, y = 0;

    #pragma omp parallel for lastprivate(x) firstprivate(y) lastprivate(y)
    for (i = 0; i < n; i++)
        x = y + i;
}
