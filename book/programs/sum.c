#include <stdio.h>

int main()
{
    int table[100];
    int sum = 7, step = 3;
    int i, n = 100;

    #pragma omp parallel for firstprivate(step)
    for (i = 0; i < n; i++) {
        int x = i * step;
        table[i] = x + 1;
    }

    #pragma omp parallel for shared(table)
    for (i = 10; i < n - 10; i++)
        table[i] = table[i] * 2;

    for (i = 0; i < n; i++)
        sum += table[i];
    printf("%d\n", sum);
    return 0;
}
