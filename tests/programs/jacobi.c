/*
 * Jacobi sweeps inside one region: the implicit barrier of one loop and an
 * explicit one keep the phases apart (8.2.2, 8.2.4).
 * threads: 6
 */
#include <stdio.h>

#define N 64
#define SWEEPS 40

int main(void)
{
    double u[N + 2], next[N + 2];
    int i, sweep;

    for (i = 0; i < N + 2; i++)
        u[i] = next[i] = 0.0;
    u[0] = next[0] = 100.0;
    u[N + 1] = next[N + 1] = -50.0;

    #pragma omp parallel private(sweep)
    {
        for (sweep = 0; sweep < SWEEPS; sweep++) {
            #pragma omp for
            for (i = 1; i <= N; i++)
                next[i] = 0.5 * (u[i - 1] + u[i + 1]);

            #pragma omp for nowait
            for (i = 1; i <= N; i++)
                u[i] = next[i];
            #pragma omp barrier
        }
    }
    for (i = 0; i < N + 2; i += 13)
        printf("%.6f\n", u[i]);
    return 0;
}
