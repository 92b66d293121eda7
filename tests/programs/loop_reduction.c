/*
 * A reduction on a `for` construct. The printed code sets the shared variable
 * to 0 before the loop, so what it held is lost; OpenMP adds to it and prints
 * 5950 (8.2.5).
 * threads: 4
 * expect: 4950 338350
 */
#include <stdio.h>

int main(void)
{
    int x = 1000, i;
    long squares = 0;

    #pragma omp parallel shared(x)
    {
        #pragma omp for reduction(+: x)
        for (i = 0; i < 100; i++)
            x += i;

        #pragma omp for reduction(+: squares) schedule(static, 7)
        for (i = 1; i <= 100; i++)
            squares += i * i;
    }
    printf("%d %ld\n", x, squares);
    return 0;
}
