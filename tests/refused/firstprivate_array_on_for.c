/*
 * An array in `firstprivate` of a loop construct: only those of a `parallel`
 * directive work (8.2.5).
 * refused: 12 E0401 `firstprivate` is not translated | left it out
 */
void f(int *out)
{
    int i, table[4] = { 1, 2, 3, 4 };

    #pragma omp parallel
    {
        #pragma omp for firstprivate(table)
        for (i = 0; i < 4; i++)
            out[i] = table[i]++;
    }
}
