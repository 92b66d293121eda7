/*
 * y = a * x + y on stack arrays that `accessible` lists, with restricted
 * pointers and the loop variable declared in the loop (6.1).
 * threads: 7
 */
#include <stdio.h>

#define N 500

static void saxpy(int n, float a, const float *restrict x, float *restrict y)
{
    #pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i)
        y[i] = a * x[i] + y[i];
}

int main(void)
{
    float x[N], y[N];
    #pragma gpump accessible(x, y)

    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1.0f;
    }
    saxpy(N, 0.5f, x, y);
    saxpy(N / 2, 2.0f, x, y);
    printf("%g %g %g %g\n", y[0], y[N / 2 - 1], y[N / 2], y[N - 1]);
    return 0;
}
