/*
 * `sections` and `parallel sections` (8.2.2, 8.2.3).
 * refused: 12 E0401 `sections` is not translated | left it out
 * refused: 19 E0401 `parallel sections` is not translated | left it out
 */
int a, b;

void f(void)
{
    #pragma omp parallel
    {
        #pragma omp sections
        {
            a = 1;
            #pragma omp section
            b = 1;
        }
    }
    #pragma omp parallel sections
    {
        #pragma omp section
        a = 2;
        #pragma omp section
        b = 2;
    }
}
