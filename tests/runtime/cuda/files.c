/* A program of two files: orphaned constructs, a critical section and a threadprivate variable in common. */
#include <omp.h>
#include <stdio.h>

int table[10], uses;
extern int counter;
#pragma omp threadprivate(counter)
void work(int from, int to);
static int seen;

int main(void)
{
    int sum = 0, i;
#pragma omp parallel
    {
        counter = 1;
        work(0, 1000);
#pragma omp critical(table)
        uses++;
    }
#pragma omp parallel reduction(+ : sum)
    {
        sum += counter;
#pragma omp critical
        seen++;
    }
    printf("%d %d\n", sum - seen, uses / seen);
    for (i = 0; i < 10; i++)
        printf("%d ", table[i]);
    printf("\n");
    return 0;
}
