/*
 * A construct where no statement can stand.
 */
int x;
#pragma omp parallel
int f(void)
{
    return x;
}
