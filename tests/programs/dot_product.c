/*
 * An integer dot product: reduction(+: ...) on `parallel for` adds to what the
 * variable holds (8.2.5).
 */
#include <stdio.h>

int dot(const int *a, const int *b, int n, int start)
{
    int i;
    int sum = start;

#pragma omp parallel for reduction(+: sum)
    for (i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(void)
{
    int a[100], b[100], i;
#pragma gpump accessible(a, b)

    for (i = 0; i < 100; i++) {
        a[i] = i - 50;
        b[i] = 3 * i;
    }
    printf("%d %d\n", dot(a, b, 100, 0), dot(a, b, 99, 1000));
    return 0;
}
