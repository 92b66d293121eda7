/* Two threads hand a number to and fro and wait for one another by a volatile variable. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int sum = 0;
    volatile int turn = 0;
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        for (int i = 0; i < 2000; i++) {
            while (turn % 2 != me)
                continue;
            sum += i;
            turn = turn + 1;
        }
    }
    printf("%d\n", sum);
    return 0;
}
