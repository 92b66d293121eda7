/*
 * `ordered`, the clause and the construct (8.2.4).
 * refused: 10 E0401 `ordered` is not translated | left it out
 * refused: 12 E0401 `ordered` is not translated | left it out
 */
void f(int *x)
{
    int i;

    #pragma omp parallel for ordered
    for (i = 0; i < 10; i++) {
        #pragma omp ordered
        x[0] = i;
    }
}
