#include <stdio.h>

int main()
{
    int a[16];
    int i, n = 16, sum = 0;

    #pragma omp parallel for shared(a) /* n is shared by default */
    for (i = 0; i < n; i++)
        a[i] = i * i;          // each element by one thread

    #pragma omp parallel for reduction(+ : sum)
    for (i = 0; i < n; i++)
        sum += a[i];

    printf("the sum is %d\n", sum);
    return 0;
}
