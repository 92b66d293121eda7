#include <stdio.h>

void half(float *a, int n)
{
    int i;
    #pragma omp parallel for
    for (i = 0; i < n; i++)
        a[i] = a[i] / 2.0f;
}

int main(void)
{
    float data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    #pragma gpump accessible(data)
    half(data, 8);
    printf("%.1f\n", data[7]);
    return 0;
}
