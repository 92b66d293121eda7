/*
 * Who does what under schedule(static, chunk). The printed code deals out the
 * last pass evenly, which is not OpenMP's way: there, thread 0 has iterations 9,
 * 10 and 11, and thread 1 the last two (8.2.2, Appendix D).
 * expect: 00011122201 12
 */
#include <stdio.h>
#include <omp.h>

int main(void)
{
    int owner[14], i;

    #pragma omp parallel for num_threads(3) schedule(static, 3)
    for (i = 0; i < 11; i++)
        owner[i] = omp_get_thread_num();
    for (i = 0; i < 11; i++)
        printf("%d", owner[i]);
    printf(" %d\n", i + 1);
    return 0;
}
