/*
 * A construct where no statement can stand.
 * refused: 6 E0101 `parallel` does not fit into the directive
 */
int x;
#pragma omp parallel
int f(void)
{
    return x;
}
