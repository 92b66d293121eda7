/*
 * firstprivate and private on loop constructs, the program of 8.2.5 and more:
 * one name has several copies, and the shared variable between them.
 * threads: 3
 */
#include <stdio.h>
#include <omp.h>

int main(void)
{
    int i, num = 1, first = 128, out[21], seen[3], later = 5;

    #pragma omp parallel shared(i, num) firstprivate(first)
    {
        first -= omp_get_thread_num();

        #pragma omp for firstprivate(num)
        for (i = 20; i >= 0; i = i - 2) {
            num += i;
            out[i] = num > i ? num - num % 2 : -1;
        }
        seen[omp_get_thread_num()] = num + first;
        #pragma omp for private(later) firstprivate(num)
        for (i = 1; i < 21; i += 2) {
            later = num * i;
            out[i] = later;
        }
        #pragma omp master
        num = later;
    }
    printf("%d %d %d %d %d %d\n", out[20], out[1], out[3], seen[0], seen[1], seen[2]);
    printf("%d %d %d\n", num, first, later);
    return 0;
}
