/*
 * `flush`, with a list and without, in a region and outside (8.2.4).
 * refused: 14 E0401 `flush` is not translated | left it out
 * refused: 15 E0401 `flush` is not translated | left it out
 * refused: 17 E0401 `flush` is not translated | left it out
 */
int flag;

void f(void)
{
    #pragma omp parallel
    {
        flag = 1;
        #pragma omp flush
        #pragma omp flush (flag)
    }
    #pragma omp flush(flag)
}
