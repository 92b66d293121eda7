/*
 * `critical`, with a name and without (8.2.4).
 * refused: 13 E0401 `critical` is not translated | left it out
 * refused: 15 E0401 `critical` is not translated | left it out
 * refused: 24 E0401 `critical` is not translated | left it out
 */
int count;

void f(int n)
{
    #pragma omp parallel
    {
        #pragma omp critical
        count += n;
        #pragma omp critical (name)
        {
            count++;
        }
    }
}

void orphaned(void)
{
    #pragma omp critical
    count--;
}
