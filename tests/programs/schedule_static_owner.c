/*
 * Who does what under schedule(static): the first threads have one iteration
 * more where it does not come out even (8.2.2).
 */
#include <stdio.h>
#include <omp.h>

int main(void)
{
    int owner[30], i, n;

    for (n = 28; n <= 30; n++) {
        #pragma omp parallel for num_threads(7) schedule(static)
        for (i = 0; i < n; i++)
            owner[i] = omp_get_thread_num();
        for (i = 0; i < n; i++)
            printf("%d", owner[i]);
        printf("\n");
    }
    return 0;
}
