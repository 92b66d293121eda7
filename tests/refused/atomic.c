/*
 * `atomic` (8.2.4).
 * refused: 11 E0401 `atomic` is not translated | left it out
 */
void f(int *x)
{
    int i;

    #pragma omp parallel for
    for (i = 0; i < 10; i++) {
        #pragma omp atomic
        x[0] += i;
    }
}
