#include <stdio.h>
#include <stdlib.h>

void half(float *a, int n)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i < n; i++)
        a[i] = a[i] / 2.0f;
}

int main(void)
{
    float *a = malloc(8 * sizeof *a);
    for (int i = 0; i < 8; i++)
        a[i] = (float)i;
    half(a, 8);
    printf("%.1f\n", a[7]);
    free(a);
    return 0;
}
